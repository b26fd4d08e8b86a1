import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Plan } from '../../src/core/remedy/plan/plan.ts';
import { contentOf, makeConfigMaps, type RemedyWorld, startRemedyWorld } from '../support/remedy-world.ts';
import { type Printed, runCli } from '../support/run-cli.ts';

/* The real program, over what an executed plan left in the simulated cluster. */

const { signal } = new AbortController();
let world: RemedyWorld;
let folder: string;

beforeAll(async () => {
  world = await startRemedyWorld();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-restore-'));
  const { server, token, writeToken, readConfig, writeConfig, bundleNamespace } = world.address;
  const remediation = {
    enabled: true,
    argocdToken: writeToken,
    kubernetes: { kubeconfig: writeConfig },
    bundleNamespace,
  };
  const instance = { name: 'prod', argocd: { server, token }, kubernetes: { kubeconfig: readConfig }, remediation };
  const config = { instances: [instance], redis: { prefix: world.prefix } };
  await writeFile(join(folder, 'plumbline.yml'), stringify(config), { mode: 0o600 });
  const { remediation: _, ...reading } = instance;
  await writeFile(join(folder, 'reads.yml'), stringify({ instances: [reading] }), { mode: 0o600 });
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

function restore(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Printed> {
  const file = join(folder, env.PLUMBLINE_CONFIG ?? 'plumbline.yml');
  return runCli(['restore', ...args], { env: { ...env, PLUMBLINE_CONFIG: file } });
}

async function executed(...names: readonly string[]): Promise<Plan> {
  const plan = await world.planDelete('gitea', await makeConfigMaps(world, 'gitea', names));
  await world.approve(plan);
  await world.connect().executePlan(plan.id, { signal });
  expect((await world.stand(plan.id)).approval.state).toBe('verified');
  return plan;
}

const configMap = (name: string) => ({ group: '', version: 'v1', kind: 'ConfigMap', namespace: 'gitea', name });

describe('plumbline restore', () => {
  it('needs nothing but the cluster: says what it will do, does it, and finds it done the next time', async () => {
    const targets = await world.leftoversOf('gitea');
    const before = await Promise.all(targets.map(world.read));
    const plan = await world.planDelete('gitea', targets);
    await world.approve(plan);
    await world.connect().executePlan(plan.id, { signal });
    const from = world.writes().length;

    const rehearsed = await restore([plan.id, '--dry-run']);
    expect(rehearsed).toMatchObject({ code: 0, err: '' });
    expect(rehearsed.out).toContain(
      `Run ${plan.id} of gitea on prod: delete-zombies, ${plan.steps.length} objects as of`,
    );
    expect(rehearsed.out.match(/\(delete\) {2}will be restored/g)).toHaveLength(plan.steps.length);
    expect(world.writes().slice(from)).toEqual([]);
    expect(await Promise.all(targets.map(world.exists))).not.toContain(true);

    const done = await restore([plan.id]);
    expect(done.code).toBe(0);
    expect(done.out).toContain(`${plan.steps.length} of ${plan.steps.length} objects are as before.`);
    expect(done.out).toContain('Not recorded: no Redis is configured.');
    expect((await Promise.all(targets.map(world.read))).map(contentOf)).toEqual(before.map(contentOf));
    const created = world.writes().slice(from);
    expect(created.map((line) => line.split(' ')[0])).toEqual(plan.steps.map(() => 'POST'));

    const again = await restore([plan.id, '--json']);
    const { objects, recorded } = JSON.parse(again.out);
    expect(again.code).toBe(0);
    expect(objects.map(({ outcome }: { readonly outcome: string }) => outcome)).toEqual(
      plan.steps.map(() => 'already'),
    );
    expect(objects.map(({ object }: { readonly object: unknown }) => object)).toEqual(
      plan.steps.map(({ target }) => target).toReversed(),
    );
    expect(recorded).toEqual({ ok: false, because: 'not recorded: no Redis is configured' });
    expect(world.writes().slice(from)).toEqual(created);
  });

  it('tells the record and the ledger where there is a Redis', async () => {
    const plan = await executed('recorded-a', 'recorded-b');
    const done = await restore([plan.id, '--json'], { REDIS_URL: world.redis.url });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out).recorded).toEqual({ ok: true });
    const { approval, run } = await world.stand(plan.id);
    expect([approval.state, run.status]).toEqual(['restored', 'restored']);
    expect(run.steps.map(({ undone }) => undone)).toEqual(['run', 'run']);
    const { ledger } = world.memory;
    const lines = await ledger.entries({ from: 1, to: (await ledger.end()).last });
    const told = lines.filter(({ subject }) => subject?.planId === plan.id).slice(-4);
    expect(told.map(({ action }) => action)).toEqual(['restore-asked', 'step-done', 'step-done', 'restored']);
    expect(told[0]?.actor).toEqual({ user: expect.stringMatching(/^cli/), role: 'command-line' });
  });

  it('ends a run that was left half-way, so that nobody goes on with it', async () => {
    const plan = await world.planDelete('gitea', await makeConfigMaps(world, 'gitea', ['half-a', 'half-b']));
    await world.approve(plan);
    const leaving = new AbortController();
    const { executePlan } = world.connect({
      publishPlan: async () => {
        if ((await world.record(plan.id)).run.some(({ type }) => type === 'acted')) leaving.abort();
      },
    });
    await expect(executePlan(plan.id, { signal: leaving.signal })).rejects.toThrow();
    expect((await world.stand(plan.id)).run.status).toBe('running');

    const done = await restore([plan.id], { REDIS_URL: world.redis.url });
    expect(done).toMatchObject({ code: 0, err: '' });
    const { approval, run } = await world.stand(plan.id);
    expect([approval.state, run.status]).toEqual(['restored', 'restored']);
    const from = world.writes().length;
    await world.connect().executePlan(plan.id, { signal });
    expect(world.writes().slice(from)).toEqual([]);
    expect(await Promise.all([configMap('half-a'), configMap('half-b')].map(world.exists))).toEqual([true, true]);
  });

  it('leaves alone what somebody put in its place, and says so', async () => {
    const plan = await executed('taken', 'free');
    const { name, namespace } = configMap('taken');
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { key: 'theirs' } };
    await world.admin.writer.create(theirs);
    const done = await restore([plan.id], { REDIS_URL: world.redis.url });
    expect(done).toMatchObject({ code: 1, err: '' });
    expect(done.out).toContain('ConfigMap/taken in gitea (delete)  conflict: somebody else has written it since');
    expect(done.out).toContain('ConfigMap/free in gitea (delete)  restored');
    expect(done.out).toContain('1 of 2 objects are as before.');
    expect(await world.read(configMap('taken'))).toMatchObject({ data: { key: 'theirs' } });
    expect((await world.stand(plan.id)).run.steps.map(({ undone }) => undone).toSorted()).toEqual(['conflict', 'run']);
  });

  it('restores all the same when Redis is away', async () => {
    const plan = await executed('without-redis');
    const done = await restore([plan.id], { REDIS_URL: 'redis://127.0.0.1:1' });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain('Not recorded: Redis does not answer');
    expect(await world.exists(configMap('without-redis'))).toBe(true);
  });

  it('says which runs there are, and what is missing to restore one', async () => {
    const plan = await executed('known');
    const unknown = await restore(['never-was']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain('there is no rollback bundle of a run never-was');
    expect(unknown.err).toContain(plan.id);
    const reading = await restore([plan.id], { PLUMBLINE_CONFIG: 'reads.yml' });
    expect(reading).toMatchObject({ code: 2, out: '' });
    expect(reading.err).toContain('remediation.enabled');
    expect(await world.exists(configMap('known'))).toBe(false);
  });
});
