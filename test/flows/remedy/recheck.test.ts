import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import type { Plan } from '../../../src/core/remedy/plan/plan.ts';
import { POLICY, type SiteOptions } from '../../support/remedy-site.ts';
import { makeConfigMaps, type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';
import { clock } from '../../support/story-world.ts';

/* Between approval and run the world moves: what is still as approved runs, everything else is superseded and nothing is done. */

let world: RemedyWorld;
const { signal } = new AbortController();
const NAMESPACE = 'gitea';
const pathOf = (name: string) => `/api/v1/namespaces/${NAMESPACE}/configmaps/${name}`;

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

async function approved(...names: readonly string[]): Promise<Plan> {
  const plan = await world.planDelete('gitea', await makeConfigMaps(world, NAMESPACE, names));
  await world.approve(plan);
  return plan;
}

async function outcomeOf(plan: Plan, options: SiteOptions = {}) {
  const from = world.writes().length;
  await world.connect(options).executePlan(plan.id, { signal });
  const { approval, run } = await world.stand(plan.id);
  return { state: approval.state, because: run.because, writes: world.writes().slice(from) };
}

const superseded = (because: RegExp) => ({ state: 'superseded', because: expect.stringMatching(because), writes: [] });

describe('an object', () => {
  it('whose controller only showed that it lives runs', async () => {
    const plan = await approved('heartbeat');
    const annotations = { 'control-plane.alpha.kubernetes.io/leader': '{"renewTime":"now"}' };
    await world.story.hands.patch(pathOf('heartbeat'), 'leader', { metadata: { annotations } });
    expect(await outcomeOf(plan)).toMatchObject({ state: 'verified' });
  });

  it('whose content changed does not', async () => {
    const plan = await approved('edited', 'beside-it');
    await world.story.hands.patch(pathOf('edited'), 'kubectl-edit', { data: { key: 'needed after all' } });
    expect(await outcomeOf(plan)).toEqual(superseded(/^ConfigMap\/edited is not as it was approved$/));
    expect(await world.memory.plans.tended()).not.toContain(plan.id);
  });

  it('that was made anew under its name does not', async () => {
    const plan = await approved('anew');
    await world.story.hands.remove(pathOf('anew'));
    await makeConfigMaps(world, NAMESPACE, ['anew']);
    expect(await outcomeOf(plan)).toEqual(superseded(/ConfigMap\/anew/));
  });

  it('that somebody else deleted is done already, and not ours to bring back', async () => {
    const plan = await approved('gone-a', 'gone-b');
    await world.story.hands.remove(pathOf('gone-a'));
    expect(await outcomeOf(plan)).toMatchObject({ state: 'verified' });
    const { run } = await world.stand(plan.id);
    const done = Object.fromEntries(plan.steps.map(({ target }, index) => [target.name, run.steps[index]?.done]));
    expect(done).toEqual({ 'gone-a': 'already', 'gone-b': 'run' });
  });

  it('that somebody has come to use does not, and says who', async () => {
    const plan = await approved('mounted');
    await world.admin.writer.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'newcomer', namespace: NAMESPACE },
      spec: {
        containers: [{ name: 'web', image: 'web:1' }],
        volumes: [{ name: 'config', configMap: { name: 'mounted' } }],
      },
    });
    expect(await outcomeOf(plan)).toEqual(superseded(/^ConfigMap\/mounted is now used by Pod\/newcomer in gitea$/));
  });

  it('that the API server would not let go does not', async () => {
    const plan = await approved('refused');
    const heal = world.story.world.kubernetes?.faults.add({
      match: { method: 'DELETE', path: /configmaps\/refused/ },
      kind: 'status',
      code: 403,
      body: JSON.stringify({ kind: 'Status', apiVersion: 'v1', reason: 'Forbidden', message: 'a webhook says no' }),
    });
    expect(await outcomeOf(plan)).toEqual(superseded(/^ConfigMap\/refused: .*a webhook says no$/));
    heal?.();
  });
});

describe('a write at the same moment', () => {
  const afterGuard = (plan: Plan, deed: () => Promise<unknown>): SiteOptions => {
    let isDone = false;
    return {
      async publishPlan() {
        const { run } = await world.record(plan.id);
        if (isDone || run.at(-1)?.type !== 'guarded') return;
        isDone = true;
        await deed();
      },
    };
  };

  it('that changes nothing of weight: the guard is asked again', async () => {
    const plan = await approved('raced');
    const beat = () =>
      world.story.hands.patch(pathOf('raced'), 'leader', {
        metadata: { annotations: { 'control-plane.alpha.kubernetes.io/leader': 'me' } },
      });
    expect(await outcomeOf(plan, afterGuard(plan, beat))).toMatchObject({ state: 'verified' });
    const { run } = await world.record(plan.id);
    expect(run.filter(({ type }) => type === 'conflicted')).toHaveLength(1);
  });

  it('that changes it: nothing is done', async () => {
    const plan = await approved('overtaken');
    const edit = () => world.story.hands.patch(pathOf('overtaken'), 'kubectl-edit', { data: { key: 'other' } });
    expect(await outcomeOf(plan, afterGuard(plan, edit))).toMatchObject({ state: 'superseded' });
    expect(
      await world.exists({ group: '', version: 'v1', kind: 'ConfigMap', namespace: NAMESPACE, name: 'overtaken' }),
    ).toBe(true);
  });
});

describe('what is around it', () => {
  it('somebody who approved has lost the role', async () => {
    const plan = await approved('role');
    const policy = { ...POLICY, roles: { 'platform-operator': { users: ['U0ADA'], groups: [] } } };
    expect(await outcomeOf(plan, { policy })).toEqual(superseded(/may no longer/));
  });

  it('a freeze began', async () => {
    const plan = await approved('frozen');
    expect(await outcomeOf(plan, { frozenBy: () => 'the year-end freeze holds' })).toEqual(superseded(/year-end/));
  });

  it('the plan that has to go first is not verified', async () => {
    const first = await approved('first');
    const plan = await world.planDelete('gitea', await makeConfigMaps(world, NAMESPACE, ['second']), {
      after: first.id,
    });
    await world.approve(plan);
    expect(await outcomeOf(plan)).toEqual(superseded(new RegExp(`first \\(${first.id}\\) is not verified`)));
  });

  it('another plan has begun on the same objects: it names it', async () => {
    const targets = await makeConfigMaps(world, NAMESPACE, ['contended']);
    const [first, plan] = [await world.planDelete('gitea', targets), await world.planDelete('gitea', targets)];
    for (const one of [first, plan]) await world.approve(one);
    const at = new Date().toISOString();
    await world.memory.plans.appendApproval(first.id, { type: 'start', at, runId: first.id }, 2);
    await world.memory.plans.appendRun(first.id, { type: 'started', at, restoresByItself: false }, 0);
    expect(await outcomeOf(plan)).toEqual(superseded(new RegExp(`^plan ${first.id} changes ConfigMap/contended too`)));
    expect(await outcomeOf(first)).toMatchObject({ state: 'verified' });
  });

  it('it expired: nothing is said, nothing is done', async () => {
    const plan = await approved('late');
    const later = { now: () => new Date(Date.parse(plan.expiresAt) + 1) };
    expect(await outcomeOf(plan, { clock: later })).toEqual({ state: 'approved', because: undefined, writes: [] });
  });

  it('a sync window closed: it says when it opens', async () => {
    const plan = await approved('window');
    const startedAnHourAgo = (clock.now().getUTCHours() + 23) % 24;
    const { project } = plan;
    const path = `/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/${project}`;
    const window = { kind: 'deny', schedule: `0 ${startedAnHourAgo} * * *`, duration: '3h', timeZone: 'UTC' };
    await world.story.hands.patch(path, 'kubectl-edit', {
      spec: { syncWindows: [{ ...window, applications: ['*'] }] },
    });
    await world.story.world.settle();
    const opens = `${String((startedAnHourAgo + 3) % 24).padStart(2, '0')}:00 UTC`;
    expect(await outcomeOf(plan)).toEqual(superseded(new RegExp(`a sync window blocks .*next opening .*${opens}`)));

    const urgent = await world.planDelete('gitea', await makeConfigMaps(world, NAMESPACE, ['urgent']));
    await world.breakGlass(urgent);
    expect(await outcomeOf(urgent)).toMatchObject({ state: 'verified' });
    await world.story.hands.patch(path, 'kubectl-edit', { spec: { syncWindows: null } });
  });

  it('the ledger takes nothing: nothing is done', async () => {
    const plan = await approved('unaudited');
    const redis = await world.redis.connect();
    const { auditEntries } = makeKeys(world.prefix);
    await redis.xadd(auditEntries, '1000000-0', 'entry', 'written by somebody else');
    expect(await outcomeOf(plan)).toEqual(superseded(/audit ledger was changed/));
  });
});
