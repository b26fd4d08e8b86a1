import type { DriftClass } from '../../../src/core/model/drift-class.ts';
import type { FixKind } from '../../../src/core/model/fix.ts';
import type { DemoClock } from '../../../world/demo-clock.ts';
import type { Hands } from '../hands.ts';

/*
 * Ways to cause drift by hand in an app that is Synced and Healthy, each in an app of its own. Apps of the story sync by
 * themselves to a new revision, never twice to the same one, and do not prune.
 */

export interface Deed {
  readonly what: string;
  readonly app: string;
  readonly leads: DriftClass;
  /** Kind of the first fix that is offered. */
  readonly fix: FixKind;
  /** Of the finding that leads. */
  readonly resource?: string;
  readonly paths?: readonly string[];
  readonly owner?: string;
  cause(world: DeedContext): Promise<unknown>;
}

interface DeedContext {
  readonly hands: Hands;
  readonly clock: DemoClock;
  /** Argo CD has seen what happened so far. */
  settle(): Promise<void>;
}
