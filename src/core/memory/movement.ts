import type { AppKey } from '../model/app-key.ts';
import type { DriftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

/** How a fix was seen to work: what the app was Synced with and, where that is new, how long after the commit. */
export interface Proof {
  readonly revision: string;
  readonly secondsAfter?: number;
}

interface Moved {
  /** The same movement told twice has the same id. */
  readonly id: string;
  readonly at: string;
  readonly app: AppKey;
  readonly project: string;
}

export interface FindingMovement extends Moved {
  readonly type: 'opened' | 'grew' | 'changed' | 'resolved';
  readonly finding: {
    readonly id: string;
    readonly driftClass: DriftClass;
    readonly pattern: string;
    readonly cause: string;
    readonly resource?: ResourceRef;
  };
  /** Only of what was resolved. */
  readonly proof?: Proof;
}

/** Argo CD's health changed from one word to another, with the last lines that say why. */
export interface HealthMovement extends Moved {
  readonly type: 'health';
  readonly labels: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly log: string;
  /** How long it had been in the state it left. */
  readonly lastedMs: number;
}

interface PresenceMovement extends Moved {
  readonly type: 'appeared' | 'disappeared';
}

/** One line of the timeline. */
export type Movement = FindingMovement | HealthMovement | PresenceMovement;

/** How a finding moved between two looks. One that gains a path grew; it never counts as resolved and new. undefined: not at all. */
export function findingMovementOf(
  before: Pick<Finding, 'shape' | 'paths'> | undefined,
  now: Pick<Finding, 'shape' | 'paths'> | undefined,
): FindingMovement['type'] | undefined {
  if (!before) return now && 'opened';
  if (!now) return 'resolved';
  if (before.shape === now.shape) return undefined;
  return now.paths.length > before.paths.length ? 'grew' : 'changed';
}
