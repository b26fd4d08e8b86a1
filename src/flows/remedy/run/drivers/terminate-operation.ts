import { answerTerminateGuard } from '../../../../core/remedy/run/answer-argocd-guard.ts';
import { untilIdle } from '../operation.ts';
import { appOf, type Site, writingOf } from '../site.ts';
import type { Driver } from './driver.ts';
import { staleWhen } from './stale-when.ts';

export function makeTerminateOperation(site: Site): Driver {
  const { argocd } = site.instance;

  return {
    async guard({ plan, step, signal }, asked) {
      const { operation } = await argocd.getApp(appOf(plan), { signal });
      return { answer: answerTerminateGuard(step, operation, asked) };
    },

    async act({ plan }) {
      // it ended by itself since the guard read it
      await staleWhen(
        ({ code }) => code === 'argocd.rejected',
        () => writingOf(site).argocd.terminate(appOf(plan)),
      );
    },

    async check({ plan, signal }) {
      const app = await untilIdle(site, plan, signal);
      return app === undefined ? 'the operation does not end' : undefined;
    },
  };
}
