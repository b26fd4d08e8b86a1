import { isEqual } from '../../../../core/model/equal.ts';
import type { AppState } from '../../../../core/model/observation.ts';
import { answerRollbackGuard } from '../../../../core/remedy/run/answer-argocd-guard.ts';
import { busy, failureOf, STILL_RUNNING, untilIdle } from '../operation.ts';
import { appOf, type Site, writingOf } from '../site.ts';
import type { Driver, StepAt } from './driver.ts';
import { startOperation } from './start-operation.ts';

/*
 * Back to an entry of Argo CD's history. Its request takes no reason, so that its own operation is known by the revisions
 * it brings. Argo CD refuses it while auto-sync is on: that is an earlier step's to suspend.
 */
export function makeRollBack(site: Site): Driver {
  const driver: Driver = {
    async guard({ plan, step, signal }, { wasAttempted, isAhead }) {
      const app = await untilIdle(site, plan, signal);
      if (app === undefined) throw busy(plan);
      const entry = app.history?.find(({ id }) => id === step.historyId);
      // whatever came of it: the check says
      if (wasAttempted && entry && isEqual(app.operation?.revisions ?? [], entry.revisions))
        return { answer: 'already' };
      const autoSync = isAhead ? { ...app.autoSync, enabled: false } : app.autoSync;
      return { answer: answerRollbackGuard(step, { ...app, autoSync }) };
    },

    async act(at) {
      const { plan, step } = at;
      await startOperation(site, at, {
        guard: () => driver.guard(at, { wasAttempted: false }),
        start: () => writingOf(site).argocd.rollback(appOf(plan), step.historyId ?? -1),
      });
    },

    async check(at) {
      const app = await untilIdle(site, at.plan, at.signal);
      if (app === undefined) return STILL_RUNNING;
      return isEqual(app.operation?.revisions ?? [], revisionsOf(app, at))
        ? failureOf(app.operation)
        : 'another operation followed';
    },
  };
  return driver;
}

function revisionsOf({ history = [] }: AppState, { step }: StepAt): readonly string[] {
  return history.find(({ id }) => id === step.historyId)?.revisions ?? [];
}
