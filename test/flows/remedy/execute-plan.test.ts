import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFindingsOf } from '../../support/count-findings.ts';
import { makeShortPace } from '../../support/pace.ts';
import { contentOf, makeConfigMaps, type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';

/* An approved plan, carried out against the story's world, and taken back. */

let world: RemedyWorld;
const { signal } = new AbortController();

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

describe('a clean-up', () => {
  it('deletes what was approved, in order, and says what is left', async () => {
    const plan = await world.planDelete('infisical', await world.leftoversOf('infisical'));
    expect(plan.steps).toHaveLength(11);
    await world.approve(plan);
    const countFindings = countFindingsOf(world.story.instance);
    const { executePlan, instance } = world.connect({ countFindings });
    const from = world.writes().length;
    await executePlan(plan.id, { signal });

    const { approval, run } = await world.stand(plan.id);
    expect(run.because).toBeUndefined();
    expect(approval.state).toBe('verified');
    expect(run.proof).toMatchObject({ sync: 'OutOfSync', health: 'Healthy', findingsLeft: 2 });
    for (const { target, version } of plan.steps) expect(await world.exists({ ...target, version })).toBe(false);

    const bundle = await instance.writing?.bundles?.read(plan.id);
    expect(bundle?.objects.map((object) => object?.kind)).toEqual(plan.steps.map(({ target }) => target.kind));
    const deletes = world.writes().slice(from);
    expect(deletes[0]).toContain('POST /api/v1/namespaces/plumbline/secrets');
    expect(deletes.slice(1).map((line) => line.split('/').at(-1))).toEqual(plan.steps.map(({ target }) => target.name));

    const { ledger } = world.memory;
    const { last } = await ledger.end();
    const lines = await ledger.entries({ from: 1, to: last });
    const actions = lines.flatMap(({ action, subject }) => (subject?.planId === plan.id ? [action] : []));
    expect(actions.filter((action) => action === 'step-done')).toHaveLength(11);
    expect(actions.indexOf('started')).toBeLessThan(actions.indexOf('step-done'));
    expect(actions.at(-1)).toBe('verified');
  });

  it('stops at what somebody has come to use since the run began', async () => {
    const plan = await approvedPlan('late-a', 'late-b');
    const [, second] = plan.steps;
    if (second === undefined) throw new TypeError('two steps were expected');
    const { target, version } = second;
    let isUsed = false;
    const { executePlan } = world.connect({
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (isUsed || !run.some((event) => event.type === 'acted')) return;
        isUsed = true;
        await world.admin.writer.create({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'latecomer', namespace: 'gitea' },
          spec: {
            containers: [{ name: 'web', image: 'web:1' }],
            volumes: [{ name: 'config', configMap: { name: target.name } }],
          },
        });
      },
    });
    await executePlan(plan.id, { signal });
    const { run } = await world.stand(plan.id);
    expect([run.status, run.because]).toEqual([
      'failed',
      `ConfigMap/${target.name} is now used by Pod/latecomer in gitea`,
    ]);
    expect(await world.exists({ ...target, version })).toBe(true);
  });

  it('is done once, however often it is asked for', async () => {
    const [plan] = await Promise.all([approvedPlan('once-a', 'once-b')]);
    const { executePlan } = world.connect();
    await executePlan(plan.id, { signal });
    const { run } = await world.record(plan.id);
    const from = world.writes().length;
    await executePlan(plan.id, { signal });
    expect((await world.record(plan.id)).run).toEqual(run);
    expect(world.writes().slice(from)).toEqual([]);
  });

  it('comes back as it was: content, labels, annotations', async () => {
    const plan = await world.planDelete('gitea', await world.leftoversOf('gitea'));
    const targets = plan.steps.map(({ target, version }) => ({ ...target, version }));
    const before = await Promise.all(targets.map(world.read));
    await world.approve(plan);
    const { executePlan } = world.connect();
    await executePlan(plan.id, { signal });
    expect((await world.stand(plan.id)).approval.state).toBe('verified');
    await world.askRestore(plan.id);
    await executePlan(plan.id, { signal });
    const { approval, run } = await world.stand(plan.id);
    expect(run.steps.map(({ undone, because }) => ({ undone, because }))).toEqual(
      targets.map(() => ({ undone: 'run', because: undefined })),
    );
    expect(approval.state).toBe('restored');
    const after = await Promise.all(targets.map(world.read));
    expect(after.map(contentOf)).toEqual(before.map(contentOf));
  });

  it('leaves alone what somebody put in the place of what it deleted', async () => {
    const plan = await approvedPlan('replaced', 'untouched');
    const { executePlan } = world.connect();
    await executePlan(plan.id, { signal });
    const target = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'gitea', name: 'replaced' };
    await world.admin.writer.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'replaced', namespace: 'gitea' },
      data: { key: 'somebody else’s' },
    });
    await world.askRestore(plan.id);
    await executePlan(plan.id, { signal });
    const { run } = await world.stand(plan.id);
    const undone = Object.fromEntries(plan.steps.map((step, index) => [step.target.name, run.steps[index]?.undone]));
    expect(undone).toEqual({ replaced: 'conflict', untouched: 'run' });
    expect(run.status).toBe('restored');
    expect(await world.read(target)).toMatchObject({ data: { key: 'somebody else’s' } });
  });
});

describe('a stop', () => {
  it('between two actions loses nothing: the next process goes on', async () => {
    const plan = await approvedPlan('stop-a', 'stop-b', 'stop-c');
    const controller = new AbortController();
    const stopping = world.connect({
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (run.some((event) => event.type === 'acted')) controller.abort(new Error('told to stop'));
      },
    });
    await expect(stopping.executePlan(plan.id, { signal: controller.signal })).rejects.toThrow('told to stop');
    expect((await world.stand(plan.id)).run.steps.map(({ done }) => done)).toEqual(['run', undefined, undefined]);
    await world.connect().executePlan(plan.id, { signal });
    const { approval, run } = await world.stand(plan.id);
    expect(run.because).toBeUndefined();
    expect(approval.state).toBe('verified');
  });

  it('by another plan of the app: asked again later', async () => {
    const plan = await approvedPlan('locked');
    const { executePlan } = world.connect();
    await world.memory.locks.withLock('app.prod.argocd/gitea', 10_000, async () => {
      await expect(executePlan(plan.id, { signal })).rejects.toMatchObject({ code: 'lock.busy', retry: true });
    });
    expect((await world.stand(plan.id)).approval.state).toBe('approved');
  });

  it('of Argo CD itself: what was under way is tried again', async () => {
    const plan = await approvedPlan('away-a', 'away-b');
    const { executePlan } = world.connect();
    const heal = world.story.world.faults.add({ match: { path: /\/applications\// }, kind: 'status', code: 503 });
    await expect(executePlan(plan.id, { signal })).rejects.toMatchObject({ code: 'argocd.unavailable' });
    heal();
    await executePlan(plan.id, { signal });
    expect((await world.stand(plan.id)).approval.state).toBe('verified');
  });

  it('in telling is none', async () => {
    const plan = await approvedPlan('untold');
    const { executePlan } = world.connect({ publishPlan: () => Promise.reject(new Error('Slack is away')) });
    await executePlan(plan.id, { signal });
    expect((await world.stand(plan.id)).approval.state).toBe('verified');
  });
});

describe('health that gets worse', () => {
  /** Crash-looping pods are Progressing in between: the wait ends by its patience. */
  const pace = makeShortPace(1 / 20);

  it('after step 3 of 8 ends the run before step 4; a restore repairs it', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `worse-${index + 1}`);
    const plan = await approvedPlan(...names);
    const { deeds } = world.story.world;
    let isBroken = false;
    const { executePlan } = world.connect({
      pace,
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (isBroken || run.filter((event) => event.type === 'acted').length < 3) return;
        isBroken = true;
        await deeds?.crashLoop('gitea');
      },
    });
    await executePlan(plan.id, { signal });
    const { approval, run } = await world.stand(plan.id);
    expect(approval.state).toBe('failed');
    expect(run.because).toMatch(/gitea/);
    const alive = await Promise.all(plan.steps.map(({ target, version }) => world.exists({ ...target, version })));
    expect(alive).toEqual([false, false, false, true, true, true, true, true]);

    await deeds?.recover('gitea');
    await world.askRestore(plan.id);
    await executePlan(plan.id, { signal });
    expect((await world.stand(plan.id)).approval.state).toBe('restored');
    const back = await Promise.all(plan.steps.map(({ target, version }) => world.exists({ ...target, version })));
    expect(back).toEqual(names.map(() => true));
  });

  it('restores by itself where that is wanted', async () => {
    const plan = await approvedPlan('self-a', 'self-b');
    const { deeds } = world.story.world;
    let isBroken = false;
    const { executePlan } = world.connect({
      restoresByItself: true,
      pace,
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (isBroken || !run.some((event) => event.type === 'acted')) return;
        isBroken = true;
        await deeds?.crashLoop('gitea');
      },
    });
    await executePlan(plan.id, { signal });
    await deeds?.recover('gitea');
    expect((await world.stand(plan.id)).approval.state).toBe('restored');
    for (const { target, version } of plan.steps) expect(await world.exists({ ...target, version })).toBe(true);
  });
});

async function approvedPlan(...names: readonly string[]) {
  const plan = await world.planDelete('gitea', await makeConfigMaps(world, 'gitea', names));
  await world.approve(plan);
  return plan;
}
