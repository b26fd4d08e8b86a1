import { RejectedError, StaleError } from '../../../../core/model/errors.ts';
import { answerTerminateGuard } from '../../../../core/remedy/answer-argocd-guard.ts';
import { untilIdle } from '../operation.ts';
import { appOf, type Site, writingOf } from '../site.ts';
import type { Driver } from './driver.ts';

export function makeTerminateOperation(site: Site): Driver {
  const { argocd } = site.instance;

  return {
    async guard({ plan, step, signal }, asked) {
      const { operation } = await argocd.getApp(appOf(plan), { signal });
      return { answer: answerTerminateGuard(step, operation, asked) };
    },

    async act({ plan }) {
      try {
        await writingOf(site).argocd.terminate(appOf(plan));
      } catch (error) {
        // it ended by itself since the guard looked
        if (!(error instanceof RejectedError) || error.code !== 'argocd.rejected') throw error;
        throw new StaleError(error.code, error.message, error.hint, { cause: error });
      }
    },

    async check({ plan, signal }) {
      const app = await untilIdle(site, plan, signal);
      return app === undefined ? 'the operation does not end' : undefined;
    },
  };
}
