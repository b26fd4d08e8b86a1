import { NotFoundError } from '../../../../core/model/errors.ts';
import { stringAt } from '../../../../core/model/json.ts';
import { kindAndName } from '../../../../core/model/resource-ref.ts';
import { isPatched } from '../../../../core/remedy/plan/merge-patch.ts';
import { answerGuard } from '../../../../core/remedy/run/answer-guard.ts';
import type { Guard } from '../../../../ports/cluster.ts';
import { clusterOf, type Site } from '../site.ts';
import type { Driver, StepAt } from './driver.ts';
import { heldOf, readTarget } from './read-held.ts';
import { staleWhen } from './stale-when.ts';

/** Everything that a JSON merge patch can say: tracking, labels, annotations, a restart. */
export function makePatchObject(site: Site): Driver {
  async function write({ plan, step }: StepAt, guard: Guard, dryRun: boolean): Promise<void> {
    const { writer } = clusterOf(site, plan, step);
    await staleWhen(
      (error) => error instanceof NotFoundError,
      () => writer.patch(step.target, step.version, step.patch ?? {}, guard, { dryRun }),
    );
  }

  return {
    async guard(at, { wasAttempted }) {
      const live = await readTarget(site, at);
      return { answer: answerGuard(at.step, live, { ...site, wasAttempted }), ...heldOf(live) };
    },
    rehearse: (at, held) => write(at, held, true),
    async act(at, held) {
      if (held !== undefined) await write(at, held, false);
    },
    async check(at) {
      const live = await readTarget(site, at);
      const { target, guard, patch = {} } = at.step;
      if (live === undefined || stringAt(live, 'metadata', 'uid') !== guard.uid)
        return `${kindAndName(target)} is gone`;
      return isPatched(live, patch) ? undefined : `${kindAndName(target)} does not keep what was written to it`;
    },
  };
}
