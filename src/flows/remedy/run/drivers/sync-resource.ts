import { noMask } from '../../../../core/mask/mask.ts';
import { kindAndName } from '../../../../core/model/resource-ref.ts';
import { answerSyncGuard } from '../../../../core/remedy/run/answer-argocd-guard.ts';
import type { ManagedResource } from '../../../../ports/argocd.ts';
import { busy, failureOf, reasonFor, STILL_RUNNING, untilIdle } from '../operation.ts';
import { appOf, type Site, writingOf } from '../site.ts';
import type { Driver, StepAt } from './driver.ts';
import { startOperation } from './start-operation.ts';

/** A partial sync of one resource. What binds is its target in Git, not the revision: a monorepo's HEAD moves all day. */
export function makeSyncResource(site: Site): Driver {
  const { argocd } = site.instance;

  async function findManaged({ plan, step, signal }: StepAt): Promise<ManagedResource | undefined> {
    const [managed] = await argocd.managedResources(appOf(plan), step.target, { signal, masker: noMask });
    return managed;
  }

  const driver: Driver = {
    async guard(at, { wasAttempted }) {
      const app = await untilIdle(site, at.plan, at.signal);
      if (app === undefined) throw busy(at.plan);
      // whatever came of it: the check says
      if (wasAttempted && app.operation?.reason === reasonFor(at.plan, at.index)) return { answer: 'already' };
      const managed = await findManaged(at);
      const subject = { target: managed?.target(), isInSync: managed?.isDrifting === false };
      return { answer: answerSyncGuard(at.step, subject, site) };
    },

    async act(at) {
      const { plan, step, index } = at;
      const request = { resources: [step.target], prune: false, reason: reasonFor(plan, index) };
      await startOperation(site, at, {
        guard: () => driver.guard(at, { wasAttempted: false }),
        start: () => writingOf(site).argocd.sync(appOf(plan), request),
      });
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
  return driver;
}
