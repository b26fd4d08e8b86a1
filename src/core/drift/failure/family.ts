import type { DriftClass } from '../../model/drift-class.ts';
import type { FixKind } from '../../model/fix.ts';

/** A family of failure messages: what they have in common, whose fault it is, and the specific next step. */
export interface FailureFamily {
  /** Stable: part of the pattern's identity. */
  readonly id: string;
  readonly driftClass: Extract<DriftClass, `${string}-failure`>;
  readonly when: RegExp;
  readonly owner: string;
  readonly fix: FixKind;
  /** Other ways, best first; without a step the kind's own words describe it well enough. */
  readonly orElse?: readonly { readonly fix: FixKind; readonly step?: string }[];
  readonly step: string;
  /** Matches by loose words; tried after all that match by a form. */
  readonly isGeneral?: boolean;
}
