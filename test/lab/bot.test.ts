import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningBot, startRunningBot } from '../support/running-bot.ts';
import { findObstacle } from './obstacle.ts';
import { type Bench, makeBench } from './replay/bench.ts';
import { cleanUp } from './replay/clean-up.ts';
import { aProject } from './replay/project.ts';
import { openLab } from './running-lab.ts';
import { crashLoop } from './scenarios/crash-loop.ts';
import { manualChanges } from './scenarios/manual-changes.ts';
import { waitUntil } from './wait-until.ts';

/* The service that ships, on a real Argo CD; only Slack is simulated. */

const PATIENCE_MS = 120_000;
const lab = (await findObstacle()) === undefined ? await openLab() : undefined;

describe.runIf(lab)('the bot, on the lab', { timeout: PATIENCE_MS }, () => {
  if (lab === undefined) return;
  let bot: RunningBot | undefined;

  beforeAll(async () => {
    await cleanUp(lab);
    for (const scenario of [manualChanges, crashLoop]) {
      const bench = await makeBench(lab, scenario.id);
      await bench.apply(aProject());
      await scenario.arrange(bench);
      if (scenario === crashLoop) await waitForCrash(bench);
      await bench.waitFor(scenario.argocd);
    }
    const { kubeconfig, argocdUrl } = lab;
    bot = await startRunningBot({
      // the one that the harness starts is left alone
      world: { apps: 1 },
      config: (config) => ({
        ...config,
        instances: config.instances.map((instance) => ({
          ...instance,
          argocd: { ...instance.argocd, server: argocdUrl, token: lab.tokenOf('plumbline-read') },
          kubernetes: { inCluster: false, destinations: {}, kubeconfig },
        })),
      }),
    });
  });

  afterAll(async () => {
    await bot?.close();
    await cleanUp(lab);
    lab.kube.close();
  });

  it('reports what is there, the crash loop behind a Synced app first', async () => {
    const first = await bot?.slack.workspace.until(() => bot?.said()[0], PATIENCE_MS);
    expect(first).toMatch(/1 of 2 apps OutOfSync, 1 not Healthy/);
    expect(first).toMatch(/scn-crash-loop[\s\S]*CrashLoopBackOff, 1\d{3} restarts/);
  });

  it('answers /drift and the name of an app', async () => {
    expect(await bot?.ask('/drift')).toMatch(/prod.*2 apps/);
    expect(await bot?.ask('/drift scn-manual-changes')).toMatch(/kubectl/);
  });

  it('sees a change between scans through the watch', async () => {
    const bench = await makeBench(lab, manualChanges.id);
    await bench.sync();
    await bench.waitFor({ sync: 'Synced' });
    await expect
      .poll(() => bot?.ask('/drift'), { timeout: PATIENCE_MS, interval: 2000 })
      .toMatch(/\b0 (?:of 2 apps )?OutOfSync/);
  });
});

/** The pod is ready for a moment before it crashes for the first time. */
async function waitForCrash(bench: Bench): Promise<void> {
  const reason = '{.items[*].status.containerStatuses[*].state.waiting.reason}';
  await waitUntil('the pod to crash', async () =>
    (await bench.kubectl('get', 'pods', '-o', `jsonpath=${reason}`)).includes('CrashLoopBackOff') ? true : undefined,
  );
}
