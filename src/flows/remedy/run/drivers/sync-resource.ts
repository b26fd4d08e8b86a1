import { noMask } from '../../../../core/mask/mask.ts';
import { RejectedError } from '../../../../core/model/errors.ts';
import { kindAndName } from '../../../../core/model/resource-ref.ts';
import { answerSyncGuard } from '../../../../core/remedy/run/answer-argocd-guard.ts';
import type { ManagedResource } from '../../../../ports/argocd.ts';
import { failureOf, reasonFor, STILL_RUNNING, untilIdle } from '../operation.ts';
import { appOf, type Site, writingOf } from '../site.ts';
import type { Driver, StepAt } from './driver.ts';
import { staleWhen } from './stale-when.ts';

/** A partial sync of one resource. What binds is its target in Git, not the revision: a monorepo's HEAD moves all day. */
export function makeSyncResource(site: Site): Driver {
  const { argocd } = site.instance;

  async function findManaged({ plan, step, signal }: StepAt): Promise<ManagedResource | undefined> {
    const [managed] = await argocd.managedResources(appOf(plan), step.target, { signal, masker: noMask });
    return managed;
  }

  return {
    async guard(at, { wasAttempted }) {
      const app = await untilIdle(site, at.plan, at.signal);
      if (app === undefined) throw busy(at);
      // whatever came of it: the check says
      if (wasAttempted && app.operation?.reason === reasonFor(at.plan, at.index)) return { answer: 'already' };
      const managed = await findManaged(at);
      const subject = { target: managed?.target(), isInSync: managed?.isDrifting === false };
      return { answer: answerSyncGuard(at.step, subject, site) };
    },

    async act({ plan, step, index }) {
      const request = { resources: [step.target], prune: false, reason: reasonFor(plan, index) };
      // somebody else's operation began since the guard looked
      await staleWhen(
        ({ code }) => code === 'argocd.precondition',
        () => writingOf(site).argocd.sync(appOf(plan), request),
      );
    },

    async check(at) {
      const app = await untilIdle(site, at.plan, at.signal);
      if (app === undefined) return STILL_RUNNING;
      if (app.operation?.reason === reasonFor(at.plan, at.index)) return failureOf(app.operation);
      const managed = await findManaged(at);
      return managed?.isDrifting === false
        ? undefined
        : `another operation followed, and ${kindAndName(at.step.target)} is not in sync`;
    },
  };
}

function busy({ plan }: StepAt): RejectedError {
  return new RejectedError(
    'remedy.operation-running',
    `Argo CD has been busy with another operation of ${plan.app.name} for 10 minutes.`,
    'Let it end or terminate it, then plan again.',
  );
}
