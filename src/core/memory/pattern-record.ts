import type { DriftClass, Severity } from '../model/drift-class.ts';
import type { Fix } from '../model/fix.ts';
import type { PatternShare } from '../pattern/aggregate.ts';
import type { Proof } from './movement.ts';

/** A pattern across scans: what the digest speaks of and one fix closes. Its size is the one it had when it was last open. */
export interface PatternRecord extends PatternShare {
  readonly id: string;
  readonly driftClass: DriftClass;
  readonly severity: Severity;
  /** `external-secrets.io/ExternalSecret`; '' for findings about apps as a whole. */
  readonly kind: string;
  readonly cause: string;
  readonly fix: Fix | null;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** There at the first scan: reported once as the baseline, never as new. */
  readonly baseline: boolean;
  /** Seen by two looks and older than its class's grace: from here on people are told. */
  readonly confirmedAt?: string;
  readonly resolvedAt?: string;
  readonly resolvedBy?: Proof;
  /** What one line for people gathers: a disabled sub-chart leaves ten kinds behind and is one thing to clean up. */
  readonly line: string;
  /** Its share in each slice of the fleet (slice.ts), so that a viewer is told of nothing beyond their own. */
  readonly slices: Readonly<Record<string, PatternShare>>;
}
