import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import type { Plan } from '../../../src/core/remedy/plan/plan.ts';
import { type CrashProxy, makeCrashProxy } from '../../support/crash-proxy.ts';
import { POLICY, type SiteOptions } from '../../support/remedy-site.ts';
import { makeConfigMaps, type RemedyWorld, startRemedyWorld, type Versioned } from '../../support/remedy-world.ts';
import { clock } from '../../support/story-world.ts';
import { makeWorkerProcesses, type WorkerProcesses } from '../../support/worker-processes.ts';

/*
 * A worker is killed between two steps, and before the next one goes on what allowed the run is no longer so. It stops there and
 * says why; what was done stays, and comes back when somebody asks.
 */

const APP = 'gitea';
const { signal } = new AbortController();

let world: RemedyWorld;
let proxy: CrashProxy;
let workers: WorkerProcesses;

beforeAll(async () => {
  world = await startRemedyWorld();
  proxy = makeCrashProxy();
  workers = makeWorkerProcesses({
    prefix: world.prefix,
    redis: await proxy.redis(new URL(world.redis.url)),
    address: world.address,
  });
});
afterAll(async () => {
  await workers?.close();
  await proxy?.close();
  await world?.close();
});

/** Two objects, of which the killed worker deleted the first. */
async function killedBetween(tag: string): Promise<{ readonly plan: Plan; readonly targets: readonly Versioned[] }> {
  const targets = await makeConfigMaps(world, APP, [`${tag}-a`, `${tag}-b`]);
  const plan = await world.planDelete(APP, targets);
  await world.approve(plan);
  const worker = await workers.take();
  proxy.watch((call) => call.replaceAll(plan.id, 'PLAN'), {
    call: 'record health-watched of step 1',
    when: 'after',
    kill: () => worker.kill(),
  });
  expect(await worker.resume()).toBe('killed');
  proxy.watch(() => undefined);
  // as if its time had run out
  const redis = await world.redis.connect();
  await redis.del(makeKeys(world.prefix).lock(`app.prod.argocd/${APP}`));
  return { plan, targets };
}

async function goesOn(plan: Plan, options: SiteOptions = {}) {
  const from = world.writes().length;
  await world.connect(options).executePlan(plan.id, { signal });
  const { approval, run } = await world.stand(plan.id);
  return { state: approval.state, because: run.because, writes: world.writes().slice(from) };
}

const exist = (targets: readonly Versioned[]) => Promise.all(targets.map((target) => world.exists(target)));

const stopped = (because: RegExp) => ({ state: 'failed', because: expect.stringMatching(because), writes: [] });

async function closeWindow(project: string, spec: object): Promise<void> {
  const path = `/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/${project}`;
  await world.story.hands.patch(path, 'kubectl-edit', { spec });
  await world.story.world.settle();
}

describe('a run whose worker was killed between two steps', () => {
  it('goes on where nothing changed meanwhile', async () => {
    const { plan, targets } = await killedBetween('same');
    expect(await goesOn(plan)).toMatchObject({ state: 'verified', because: undefined });
    expect(await exist(targets)).toEqual([false, false]);
  });

  it('stops when somebody who approved has lost the role', async () => {
    const { plan, targets } = await killedBetween('role');
    const policy = { ...POLICY, roles: { 'platform-operator': { users: ['U0ADA'], groups: [] } } };
    expect(await goesOn(plan, { policy })).toEqual(stopped(/may no longer/));
    expect((await exist(targets)).toSorted()).toEqual([false, true]);
  });

  it('stops when a freeze began, does not undo by itself, and is restored when somebody asks', async () => {
    const { plan, targets } = await killedBetween('frozen');
    const frozen: SiteOptions = { frozenBy: () => 'changes are frozen until January', restoresByItself: true };
    expect(await goesOn(plan, frozen)).toEqual(stopped(/frozen until January/));
    const { ledger } = world.memory;
    const lines = await ledger.entries({ from: 1, to: (await ledger.end()).last });
    const reasons = lines.flatMap(({ subject, reason }) => (subject?.planId === plan.id ? [reason] : []));
    expect(reasons).toContain('changes are frozen until January');

    await world.askRestore(plan.id);
    expect(await goesOn(plan, frozen)).toMatchObject({ state: 'restored' });
    expect(await exist(targets)).toEqual([true, true]);
  });

  it('stops when its time is up', async () => {
    const { plan } = await killedBetween('late');
    const later = { now: () => new Date(Date.parse(plan.expiresAt) + 1) };
    expect(await goesOn(plan, { clock: later })).toEqual(stopped(/expired/));
  });

  it('stops when a sync window closed, and says when it opens', async () => {
    const { plan } = await killedBetween('window');
    const startedAnHourAgo = (clock.now().getUTCHours() + 23) % 24;
    const window = { kind: 'deny', schedule: `0 ${startedAnHourAgo} * * *`, duration: '3h', timeZone: 'UTC' };
    await closeWindow(plan.project, { syncWindows: [{ ...window, applications: ['*'] }] });
    expect(await goesOn(plan)).toEqual(stopped(/a sync window blocks .*next opening/));
    await closeWindow(plan.project, { syncWindows: null });
  });

  it('goes on with a restore that was asked for, whatever began since', async () => {
    const { plan, targets } = await killedBetween('undo');
    expect(await goesOn(plan)).toMatchObject({ state: 'verified' });
    await world.askRestore(plan.id);
    const worker = await workers.take();
    proxy.watch((call) => call.replaceAll(plan.id, 'PLAN'), {
      call: 'record undone of step 2',
      when: 'after',
      kill: () => worker.kill(),
    });
    expect(await worker.resume()).toBe('killed');
    const redis = await world.redis.connect();
    await redis.del(makeKeys(world.prefix).lock(`app.prod.argocd/${APP}`));
    const later = { now: () => new Date(Date.parse(plan.expiresAt) + 1) };
    const outcome = await goesOn(plan, { clock: later, frozenBy: () => 'changes are frozen' });
    expect(outcome).toMatchObject({ state: 'restored' });
    expect(await exist(targets)).toEqual([true, true]);
  });
});
