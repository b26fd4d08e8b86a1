import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringAt } from '../../../src/core/model/json.ts';
import type { Plan, PlanKind } from '../../../src/core/remedy/plan/plan.ts';
import { planRestart } from '../../../src/core/remedy/plan/restart.ts';
import { planRollback } from '../../../src/core/remedy/plan/rollback.ts';
import { newId, offerOf } from '../../support/offer-site.ts';
import { PATIENCE_MS } from '../../support/pace.ts';
import { type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';

/* What is offered can be carried out as it stands, and taken back where the plan says so. */

let world: RemedyWorld;
const { signal } = new AbortController();
const digestKey = 'key of this test';

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

async function planFor(app: string, kind: PlanKind): Promise<Plan> {
  const { plans, excluded } = await offerOf(world.connect().instance, world.memory, digestKey)(app);
  const plan = plans.find((offered) => offered.plan.kind === kind)?.plan;
  if (plan === undefined) throw new TypeError(`no plan: ${JSON.stringify(excluded)}`);
  return plan;
}

async function carryOut(plan: Plan) {
  await world.approve(plan);
  return goOn(plan);
}

async function goOn(plan: Plan) {
  await world.connect({ digestKey }).executePlan(plan.id, { signal });
  const { run } = await world.stand(plan.id);
  return { status: run.status, because: run.because, undone: run.steps.map(({ undone }) => undone) };
}

async function takeBack(plan: Plan) {
  await world.askRestore(plan.id);
  return goOn(plan);
}

const live = (kind: string, namespace: string, name: string, group = '') =>
  world.read({ group, version: 'v1', kind, namespace, name });
const kubectl = (...args: readonly string[]) => world.story.hands.kubectl(args);

describe('a plan that no finding of the story calls for', () => {
  it('restarts a workload once', async () => {
    const target = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'immich', name: 'immich' };
    const { version, ...ref } = target;
    const object = { ref, version, live: (await world.read(target)) ?? null, mutated: [] };
    const { plan } = planRestart(await world.frame('immich', { id: newId() }), [object], digestKey);
    if (plan === undefined) throw new TypeError('a restart was expected');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(JSON.stringify((await world.read(target))?.spec)).toContain(plan.plannedAt);
    expect(await takeBack(plan)).toMatchObject({ status: 'restored', undone: ['none'] });
  });

  it('fails when what it restarted does not come up', async () => {
    const target = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'authentik', name: 'authentik' };
    const { version, ...ref } = target;
    const object = { ref, version, live: (await world.read(target)) ?? null, mutated: [] };
    const { plan } = planRestart(await world.frame('authentik', { id: newId() }), [object], digestKey);
    if (plan === undefined) throw new TypeError('a restart was expected');
    await world.approve(plan);
    let isBroken = false;
    const { executePlan } = world.connect({
      digestKey,
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (isBroken || !run.some((event) => event.type === 'acted')) return;
        isBroken = true;
        await world.story.world.deeds?.flap('authentik', 'Degraded');
      },
    });
    await executePlan(plan.id, { signal });
    const { run } = await world.stand(plan.id);
    expect([run.status, run.because]).toEqual(['failed', 'Deployment/authentik of authentik turned Degraded']);
  });

  it('rolls back to the release before', async () => {
    const handle = { ref: { server: '', namespace: 'argocd', name: 'vaultwarden' } };
    const { instance } = world.connect();
    const image = async () => JSON.stringify((await live('Deployment', 'vaultwarden', 'vaultwarden', 'apps'))?.spec);
    const before = await image();
    await world.story.hands.commit({
      'apps/vaultwarden/deployment-vaultwarden.yaml': (text) => text.replace(/(image: .*:)[\w.-]+/, '$18.8.8'),
    });
    await instance.argocd.getApp(handle, { refresh: 'hard' });
    await instance.writing?.argocd.sync(handle, { resources: [], prune: false, reason: 'a bad release' });
    await expect.poll(image, { timeout: PATIENCE_MS }).toContain(':8.8.8');
    await expect.poll(async () => (await instance.argocd.getApp(handle)).operation?.phase).toBe('Succeeded');
    const app = await instance.argocd.getApp(handle);
    const application = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { uid: 'unmanaged' } };
    const { plan, excluded } = planRollback(
      await world.frame('vaultwarden', { id: newId() }),
      { app, instance: {}, application, rendered: [] },
      digestKey,
    );
    expect(excluded).toEqual([]);
    if (plan === undefined) throw new TypeError('a rollback was expected');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await image()).toBe(before);
  });
});

describe('an offered plan', () => {
  it('deletes gitea’s leftovers, a Secret by its keyed digest', async () => {
    const plan = await planFor('gitea', 'delete-zombies');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await live('Secret', 'gitea', 'gitea-redis-cluster')).toBeUndefined();
    expect(await takeBack(plan)).toMatchObject({ status: 'restored', undone: plan.steps.map(() => 'run') });
    expect(await live('Secret', 'gitea', 'gitea-redis-cluster')).toBeDefined();
    // what was left over is so again
    expect((await planFor('gitea', 'delete-zombies')).steps).toHaveLength(plan.steps.length);
  });

  it('reverts an edit, and brings it back', async () => {
    await kubectl('-n', 'n8n', 'scale', 'deployment/n8n', '--replicas=4');
    const plan = await planFor('n8n', 'revert');
    const replicas = async () => (await live('Deployment', 'n8n', 'n8n', 'apps'))?.spec;
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await replicas()).toMatchObject({ replicas: 1 });
    expect(await takeBack(plan)).toMatchObject({ status: 'restored', undone: ['run'] });
    expect(await replicas()).toMatchObject({ replicas: 4 });
    // a person's edit is one after a restore, too
    expect((await planFor('n8n', 'revert')).steps).toHaveLength(1);
  });

  it('syncs what was deleted', async () => {
    await kubectl('-n', 'litellm', 'delete', 'service/litellm');
    const plan = await planFor('litellm', 'sync');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await live('Service', 'litellm', 'litellm')).toBeDefined();
  });

  it('syncs what Git changed while auto-sync is off, and puts back what was', async () => {
    const { hands, instance } = world.story;
    const image = async () => JSON.stringify((await live('Deployment', 'vaultwarden', 'vaultwarden', 'apps'))?.spec);
    const before = await image();
    await hands.commit({
      'apps/vaultwarden/deployment-vaultwarden.yaml': (text) => text.replace(/(image: .*:)[\w.-]+/, '$19.9.9'),
    });
    await instance.argocd.getApp(
      { ref: { server: '', namespace: 'argocd', name: 'vaultwarden' } },
      { refresh: 'hard' },
    );
    const plan = await planFor('vaultwarden', 'sync');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await image()).toContain(':9.9.9');
    expect(await takeBack(plan)).toMatchObject({ status: 'restored', undone: ['run'] });
    expect(await image()).toBe(before);
  });

  it('keeps an object with two owners, until it is taken back', async () => {
    const plan = await planFor('sympozium', 'annotate');
    const options = async () =>
      stringAt(
        await live('Namespace', '', 'sympozium-system'),
        'metadata',
        'annotations',
        'argocd.argoproj.io/sync-options',
      );
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await options()).toBe('Prune=false');
    expect(await takeBack(plan)).toMatchObject({ status: 'restored' });
    expect(await options()).toBeUndefined();
  });

  it('deletes a finished hook, which nothing brings back', async () => {
    const plan = await planFor('vk-remote', 'delete-hooks');
    expect(await carryOut(plan)).toMatchObject({ status: 'verified' });
    expect(await takeBack(plan)).toMatchObject({ status: 'restored', undone: ['none'] });
  });
});
