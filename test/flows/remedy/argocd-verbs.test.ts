import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringAt } from '../../../src/core/model/json.ts';
import { applicationRef, type Plan } from '../../../src/core/remedy/plan/plan.ts';
import type { Planned } from '../../../src/core/remedy/plan/planner.ts';
import { planRestart } from '../../../src/core/remedy/plan/restart.ts';
import { planRollback } from '../../../src/core/remedy/plan/rollback.ts';
import { planTerminate } from '../../../src/core/remedy/plan/terminate.ts';
import type { AppHandle } from '../../../src/ports/argocd.ts';
import { PATIENCE_MS } from '../../support/pace.ts';
import { INSTANCE } from '../../support/remedy-site.ts';
import { type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';
import { clock } from '../../support/story-world.ts';

/* What Argo CD or a controller does for us: asked for once, waited for, and judged by what came of it. */

let world: RemedyWorld;
const { signal } = new AbortController();
const NAME = 'vaultwarden';
const APP: AppHandle = { ref: { server: INSTANCE, namespace: 'argocd', name: NAME } };
const PROJECT = '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/apps';

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

function needed({ plan, excluded }: Planned): Plan {
  if (plan === undefined) throw new TypeError(`no plan: ${JSON.stringify(excluded)}`);
  return plan;
}

async function carryOut(plan: Plan) {
  await world.approve(plan);
  return goOn(plan);
}

async function goOn(plan: Plan) {
  const from = world.operations().length;
  await world.connect().executePlan(plan.id, { signal });
  const { run } = await world.stand(plan.id);
  return { status: run.status, because: run.because, operations: world.operations().slice(from) };
}

const getApp = () => world.story.instance.argocd.getApp(APP, { refresh: 'hard' });

async function imageOf(): Promise<string> {
  const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: NAME, name: NAME };
  return JSON.stringify((await world.read(ref))?.spec);
}

/** Git says it, and a full sync brings it: a release in Argo CD's history. */
async function release(tag: string): Promise<void> {
  await world.story.hands.commit({
    [`apps/${NAME}/deployment-${NAME}.yaml`]: (text) => text.replace(/(image: .*:)[\w.-]+/, `$1${tag}`),
  });
  await getApp();
  await world.connect().instance.writing?.argocd.sync(APP, { resources: [], prune: false, reason: 'a release' });
  await expect.poll(async () => (await getApp()).operation?.phase, { timeout: PATIENCE_MS }).toBe('Succeeded');
  await expect.poll(imageOf, { timeout: PATIENCE_MS }).toContain(`:${tag}`);
}

async function planToRollBack(): Promise<Plan> {
  const app = await getApp();
  const target = { ...applicationRef(APP.ref), version: 'v1alpha1' };
  const { annotations: _, ...metadata } = ((await world.read(target))?.metadata ?? {}) as Record<string, never>;
  // without a parent, which would take it back
  const application = { ...(await world.read(target)), metadata };
  const instance = await world.story.instance.argocd.settings();
  return needed(planRollback(await world.frame(NAME), { app, instance, application, rendered: [] }));
}

describe('a rollback', () => {
  it('goes back to the release before, by one operation', async () => {
    await release('9.1.0');
    await release('9.2.0');
    const plan = await planToRollBack();
    expect(await carryOut(plan)).toEqual({
      status: 'verified',
      because: undefined,
      operations: [expect.stringContaining(`POST /api/v1/applications/${NAME}/rollback`)],
    });
    expect(await imageOf()).toContain(':9.1.0');
  });

  it('that is there already is not asked for', async () => {
    const { history = [] } = await getApp();
    const plan = await planToRollBack();
    const current = history.at(-1);
    const [step] = plan.steps;
    expect(step?.historyId).not.toBe(current?.id);
    const from = world.operations().length;
    await world.connect().instance.writing?.argocd.rollback(APP, step?.historyId ?? -1);
    await expect.poll(async () => (await getApp()).operation?.phase, { timeout: PATIENCE_MS }).toBe('Succeeded');
    expect(world.operations().slice(from)).toHaveLength(1);
    expect(await carryOut(plan)).toMatchObject({ status: 'verified', operations: [] });
  });
});

describe('an operation that a window holds', () => {
  it('keeps every other plan away, and is ended by its own', async () => {
    const startedAnHourAgo = (clock.now().getUTCHours() + 23) % 24;
    const window = { kind: 'deny', schedule: `0 ${startedAnHourAgo} * * *`, duration: '3h', timeZone: 'UTC' };
    await world.story.hands.patch(PROJECT, 'kubectl-edit', {
      spec: { syncWindows: [{ ...window, applications: [NAME] }] },
    });
    await world.story.world.settle();
    const { history = [] } = await getApp();
    // a rollback is not held against the window until it runs
    await world.connect().instance.writing?.argocd.rollback(APP, history.at(-2)?.id ?? -1);
    await expect.poll(async () => (await getApp()).operation?.message, { timeout: PATIENCE_MS }).toMatch(/sync window/);
    const stuck = await getApp();

    const deploy = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: NAME, name: NAME };
    const { version, ...ref } = deploy;
    const live = (await world.read(deploy)) ?? null;
    const other = needed(planRestart(await world.frame(NAME), [{ ref, version, live, mutated: [] }]));
    // break-glass goes through the window, and no further
    await world.breakGlass(other);
    expect(await goOn(other)).toMatchObject({ status: 'superseded', because: expect.stringMatching(/busy/) });

    const plan = needed(planTerminate(await world.frame(NAME), stuck));
    await world.approve(plan);
    expect(await goOn(plan)).toEqual({
      status: 'verified',
      because: undefined,
      operations: [expect.stringContaining(`DELETE /api/v1/applications/${NAME}/operation`)],
    });
    expect((await getApp()).operation).toMatchObject({ phase: 'Failed', message: 'Operation terminated' });
    await world.story.hands.patch(PROJECT, 'kubectl-edit', { spec: { syncWindows: null } });
  });
});

describe('a restart', () => {
  it('replaces the pods, and waits until the new ones are well', async () => {
    const deploy = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'n8n', name: 'n8n' };
    const { version, ...ref } = deploy;
    const live = (await world.read(deploy)) ?? null;
    const plan = needed(planRestart(await world.frame('n8n'), [{ ref, version, live, mutated: [] }]));
    expect(await carryOut(plan)).toMatchObject({ status: 'verified', because: undefined });
    const path = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'];
    expect(stringAt(await world.read(deploy), ...path)).toBe(plan.plannedAt);
  });
});
