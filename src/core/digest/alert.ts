import type { InstanceReach, LongNotHealthy } from '../memory/snapshot.ts';
import type { PatternLine } from './digest.ts';

/** Signal between digests: one live message per subject and channel, updated and resolved in place. */
export type Alert = {
  /** Durable: `pattern.<id>`, `health.<instance>.<app>`, `reach.<instance>`. */
  readonly key: string;
  readonly instance: string;
  readonly raisedAt: string;
  readonly resolvedAt?: string;
} & (
  | { readonly about: 'pattern'; readonly line: PatternLine }
  | {
      readonly about: 'health';
      readonly app: LongNotHealthy;
      readonly why: 'degraded' | 'threshold' | 'left-progressing' | 'crash';
    }
  | { readonly about: 'reach'; readonly reach: InstanceReach }
);
