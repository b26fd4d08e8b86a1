import type { Change, Evidence } from './change.ts';
import type { DriftClass, Severity } from './drift-class.ts';
import type { Fix } from './fix.ts';
import type { AppRef } from './observation.ts';
import type { Pointer } from './pointer.ts';
import type { ResourceRef } from './resource-ref.ts';

/** certain: proven by what was observed. likely: one reading fits. guess: the best of several. */
export type Confidence = 'certain' | 'likely' | 'guess';

/** What must be known of a field before anyone may ignore it. */
export interface OwnershipAnswer {
  readonly question: string;
  readonly answer: string;
}

/** One DriftClass on one resource, or on the app as a whole. */
export interface Finding {
  /** hash(app, resource, class): stable across scans. */
  readonly id: string;
  readonly app: AppRef;
  /** Absent: the finding is about the app as a whole. */
  readonly resource?: ResourceRef;
  readonly driftClass: DriftClass;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Which rules claimed it, in registry order. */
  readonly rules: readonly string[];
  readonly changes: readonly Change[];
  /** Pointers of the changes, or of the object ('') when one side is missing. */
  readonly paths: readonly Pointer[];
  /** Who is behind it, in people's words; '' = unknown. */
  readonly owner: string;
  readonly evidence: readonly Evidence[];
  readonly fixes: readonly Fix[];
  readonly ownership: readonly OwnershipAnswer[];
  /** Hash of the normalised paths: drives "grew" and ends snoozes. */
  readonly shape: string;
  /** Id of the Pattern it belongs to. */
  readonly pattern: string;
  /** Root cause in words, as the pattern names it. */
  readonly cause: string;
}
