import type { Evidence } from '../../model/change.ts';
import type { FixKind } from '../../model/fix.ts';
import type { AppSubject, Subject } from '../rule.ts';

/** What was found underneath a resource that is not healthy. */
export interface HealthCause {
  /** Part of the pattern: a reason, never a name. */
  readonly reason: string;
  readonly owner: string;
  readonly evidence: readonly Evidence[];
  readonly fix: FixKind;
  readonly step: string;
  /** Seen underneath, at run time: it will not pass by itself. */
  readonly isTrouble: boolean;
}

/** What is asked about: a resource, or the app as a whole. */
export type Ailing = AppSubject & Partial<Pick<Subject, 'resource' | 'comparison'>>;
