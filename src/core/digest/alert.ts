import type { InstanceReach, LongNotHealthy } from '../memory/snapshot.ts';
import type { PatternLine } from './digest.ts';

/** Signal between digests: one live message per subject and channel, updated and resolved in place. */
export type Alert = {
  /** Durable: `pattern.<id>`, `health.<app>`, `reach`, each with its instance. */
  readonly key: string;
  readonly instance: string;
  /** A fact of the subject, not the time of telling: the same alert decided twice is the same. */
  readonly raisedAt: string;
  readonly resolvedAt?: string;
} & AlertSubject;

type AlertSubject =
  | { readonly about: 'pattern'; readonly line: PatternLine }
  | { readonly about: 'health'; readonly app: LongNotHealthy; readonly why: HealthAlertReason }
  | { readonly about: 'reach'; readonly reach: InstanceReach };

export type HealthAlertReason = 'crash' | 'degraded' | 'threshold';
