import { type BotError, NotFoundError } from '../../../../core/model/errors.ts';
import { listAt, stringAt } from '../../../../core/model/json.ts';
import { kindAndName } from '../../../../core/model/resource-ref.ts';
import { answerGuard } from '../../../../core/remedy/run/answer-guard.ts';
import type { Guard } from '../../../../ports/cluster.ts';
import { type Patience, poll } from '../poll.ts';
import { clusterOf, type Site } from '../site.ts';
import type { Driver, StepAt } from './driver.ts';
import { heldOf, readTarget } from './read-held.ts';
import { staleWhen } from './stale-when.ts';

const UNTIL_GONE: Patience = { everyMs: 500, forMs: 60_000 };

/** Through Kubernetes, with uid and resourceVersion: Argo CD's own delete carries no precondition. */
export function makeDeleteObject(site: Site): Driver {
  async function remove({ plan, step }: StepAt, guard: Guard, dryRun: boolean): Promise<void> {
    const { writer } = clusterOf(site, plan, step);
    await staleWhen(isGone, () => writer.delete(step.target, step.version, guard, { dryRun }));
  }

  /** undefined: that very object is gone; whatever has its name now is another. */
  async function remains(at: StepAt): Promise<string | undefined> {
    const live = await readTarget(site, at);
    if (live === undefined || stringAt(live, 'metadata', 'uid') !== at.step.guard.uid) return undefined;
    const finalizers = listAt(live, 'metadata', 'finalizers').join(', ');
    const what = kindAndName(at.step.target);
    return finalizers === '' ? `${what} is still there` : `${what} waits for its finalizers: ${finalizers}`;
  }

  return {
    async guard(at, { wasAttempted }) {
      const live = await readTarget(site, at);
      return { answer: answerGuard(at.step, live, { ...site, wasAttempted }), ...heldOf(live) };
    },
    rehearse: (at, held) => remove(at, held, true),
    async act(at, held) {
      if (held !== undefined) await remove(at, held, false);
    },
    async check(at) {
      let because: string | undefined;
      await poll(
        async () => {
          because = await remains(at);
          return because === undefined ? true : undefined;
        },
        UNTIL_GONE,
        { ...site, signal: at.signal },
      );
      return because;
    },
  };
}

function isGone(error: BotError): boolean {
  return error instanceof NotFoundError;
}
