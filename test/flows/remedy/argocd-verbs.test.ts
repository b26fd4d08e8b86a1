import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noMask } from '../../../src/core/mask/mask.ts';
import { stringAt } from '../../../src/core/model/json.ts';
import { applicationRef, type Plan } from '../../../src/core/remedy/plan/plan.ts';
import type { Planned } from '../../../src/core/remedy/plan/planner.ts';
import { planRestart } from '../../../src/core/remedy/plan/restart.ts';
import { planRollback } from '../../../src/core/remedy/plan/rollback.ts';
import { planSync } from '../../../src/core/remedy/plan/sync.ts';
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

describe('right after an operation was terminated', () => {
  const PATH = `/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/${NAME}`;
  const stateNow = () => world.story.instance.argocd.getApp(APP);
  const reads = () => world.story.world.requests.filter((line) => line.startsWith(`GET /api/v1/applications/${NAME}`));

  /** While `skip-reconcile` is on, Argo CD takes up no operation and ends none. */
  const hold = (value: string | null) =>
    world.story.hands.patch(PATH, 'kubectl-annotate', {
      metadata: { annotations: { 'argocd.argoproj.io/skip-reconcile': value } },
    });

  /** A rollback that Argo CD began and does not go on with. */
  async function stuckOperation(): Promise<void> {
    const { history = [] } = await getApp();
    await hold('true');
    await world.connect().instance.writing?.argocd.rollback(APP, history.at(-2)?.id ?? -1);
    const operationState = {
      ...{ operation: { sync: {} }, phase: 'Running', message: 'waiting', startedAt: new Date().toISOString() },
    };
    await world.story.hands.patch(PATH, 'argocd-application-controller', { status: { operationState } });
  }

  /** It reads the app on and on, which ends only with what it waits for. */
  async function isWaiting(plan: Plan): Promise<void> {
    const { length } = reads();
    await expect.poll(() => reads().length, { timeout: PATIENCE_MS }).toBeGreaterThan(length + 6);
    expect((await world.stand(plan.id)).run).toMatchObject({ status: 'running' });
  }

  it('the plan that terminates is verified once Argo CD has cleared it, and not before', async () => {
    await stuckOperation();
    const plan = needed(planTerminate(await world.frame(NAME), await stateNow()));
    const going = carryOut(plan);
    await expect.poll(async () => (await stateNow()).operation?.phase, { timeout: PATIENCE_MS }).toBe('Terminating');
    await isWaiting(plan);
    await hold(null);
    expect(await going).toMatchObject({ status: 'verified' });
    expect((await stateNow()).operation).toMatchObject({ phase: 'Failed' });
  });

  it('another plan waits until it has cleared', async () => {
    const plan = await planToRollBack();
    await stuckOperation();
    await world.connect().instance.writing?.argocd.terminate(APP);
    expect((await stateNow()).operation?.phase).toBe('Terminating');
    const going = carryOut(plan);
    await expect.poll(async () => (await world.record(plan.id)).run.length, { timeout: PATIENCE_MS }).toBe(1);
    await isWaiting(plan);
    await hold(null);
    expect(await going).toMatchObject({ status: 'verified', because: undefined });
  });

  it('a sync that comes too early for Argo CD is asked for again, once the guard has matched again', async () => {
    const synced = 'litellm';
    await world.story.hands.remove(`/api/v1/namespaces/${synced}/services/${synced}`);
    const { argocd } = world.story.instance;
    const frame = await world.frame(synced);
    const app = await argocd.getApp({ ref: frame.app }, { refresh: 'normal' });
    const ref = { group: '', kind: 'Service', namespace: synced, name: synced };
    const [managed] = await argocd.managedResources({ ref: frame.app }, ref, { masker: noMask });
    const item = { ref, version: 'v1', live: null, mutated: [], target: managed?.target(), isInSync: false };
    const plan = needed(planSync(frame, { app, rendered: [] }, [item]));
    const refusal = 'another operation is already in progress';
    world.story.world.faults.add({
      match: { method: 'POST', path: /litellm\/sync/ },
      kind: 'status',
      code: 400,
      times: 6,
      body: JSON.stringify({ error: refusal, code: 9, message: refusal }),
    });
    expect(await carryOut(plan)).toMatchObject({ status: 'verified', because: undefined });
    expect(await world.exists({ ...ref, version: 'v1' })).toBe(true);
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
