import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { Config } from '../../src/config/schema.ts';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { runbookFor } from '../../src/core/scan/runbook.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { type Inspected, makeInspectApp } from '../../src/flows/inspect-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeScanFleet } from '../../src/flows/scan/scan-fleet.ts';
import { scanPartsOf } from '../../src/main/scan-parts.ts';
import { clock, type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* A variable that a person added to a Synced app: Argo CD does not compare it, the sweep finds it. */

const APP = 'jellyfin';
const DEPLOYMENT = `/apis/apps/v1/namespaces/${APP}/deployments/${APP}`;

let story: StoryWithHands;

beforeAll(async () => {
  story = await startStoryWithHands();
});

afterAll(() => story?.close());

async function inspect({ argocd, clusterFor }: ConnectedInstance): Promise<Inspected> {
  const observeApp = makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs: 3_600_000 });
  const inspectApp = makeInspectApp({ argocd, observeApp, explainApp: makeExplainApp({ jq: makeJq() }) });
  const inspected = await inspectApp(APP, AbortSignal.timeout(30_000));
  if ('names' in inspected) throw new TypeError(`${APP} is part of the story`);
  return inspected;
}

function mutatedAnswer({ observation, findings }: Inspected): string | undefined {
  return runbookFor(observation.app, findings, observation).find(({ question }) => /mutate live/.test(question))
    ?.answer;
}

describe('a Synced app', () => {
  it('is read and found clean', async () => {
    const inspected = await inspect(story.instance);
    expect(inspected.findings).toEqual([]);
    expect(mutatedAnswer(inspected)).toMatch(/^no: .*\(1 read\)/);
  });

  it('shows what a person added, although Argo CD does not', async () => {
    const { spec } = (await story.hands.read(DEPLOYMENT)) as {
      spec: { template: { spec: { containers: readonly [Record<string, unknown>] } } };
    };
    const [container] = spec.template.spec.containers;
    const env = [{ name: 'DEBUG', value: '1' }];
    await story.hands.patch(DEPLOYMENT, 'kubectl-set', {
      spec: { template: { spec: { containers: [{ ...container, env }] } } },
    });
    await story.world.settle();
    const inspected = await inspect(story.instance);
    expect(inspected.observation.app.sync.status).toBe('Synced');
    expect(inspected.findings[0]).toMatchObject({
      driftClass: 'manual-change',
      owner: 'kubectl-set',
      paths: ['/spec/template/spec/containers/0/env'],
    });
    expect(mutatedAnswer(inspected)).toBe(`yes: Deployment/${APP}, kubectl-set`);
  });

  it('is found by a scan only where the sweep is on', async () => {
    const explainApp = makeExplainApp({ jq: makeJq() });
    const scan = { ...Config.parse({}).scan, ghostSweep: true };
    const sweeping = makeScanFleet({
      ...scanPartsOf(story.instance, { explainApp, clock, scan }),
      clock,
      ghostSweep: true,
    });
    const byHand = ({ findings }: ScanResult) => findings.filter(({ driftClass }) => driftClass === 'manual-change');
    expect(byHand(await sweeping())).toMatchObject([{ app: { name: APP }, owner: 'kubectl-set' }]);
    expect(byHand(await story.scan(story.instance))).toEqual([]);
  });

  it('says that nobody looked where the cluster is out of reach', async () => {
    const blind = await inspect(await story.connect({ blind: true }));
    expect(blind.findings).toEqual([]);
    expect(mutatedAnswer(blind)).toMatch(/^unknown: .* not swept/);
  });
});
