import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import { noMask } from '../../../src/core/mask/mask.ts';
import { planAdopt } from '../../../src/core/remedy/plan/adopt.ts';
import type { Plan } from '../../../src/core/remedy/plan/plan.ts';
import { planSync } from '../../../src/core/remedy/plan/sync.ts';
import { type Call, type CrashPoint, type CrashProxy, makeCrashProxy } from '../../support/crash-proxy.ts';
import type { WorkerConfig } from '../../support/remedy-worker.ts';
import { contentOf, makeConfigMaps, type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';
import { isThorough } from '../../support/thorough.ts';
import { makeWorkerProcesses, type WorkerProcess, type WorkerProcesses } from '../../support/worker-processes.ts';

/*
 * A worker is killed at every boundary of a run: when a call arrives, after it had its effect and before anybody heard of it, and
 * after each record. The next worker goes on. What comes of it equals the run that nobody disturbed, and nothing is done twice.
 * `npm test` tries the two sides of each plan's first effect, `npm run test:all` every boundary.
 */

const APP = 'gitea';
const NAMESPACE = 'gitea';
const SYNCED = 'litellm';
/** A Service that is made anew gets another one. */
const CLUSTER_IP = /\b10(\.\d+){3}\b/g;
const CONFIG_MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const BUNDLES = '/api/v1/namespaces/plumbline/secrets';

let world: RemedyWorld;
let redis: RedisClient;
let proxy: CrashProxy;
let workers: WorkerProcesses;
let worker: WorkerProcess;
let folder: string;

beforeAll(async () => {
  world = await startRemedyWorld();
  proxy = makeCrashProxy();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-matrix-'));
  redis = await world.redis.connect();
  const { address } = world;
  const config: WorkerConfig = {
    prefix: world.prefix,
    redis: await proxy.redis(new URL(world.redis.url)),
    address: {
      ...address,
      server: await proxy.http('argocd', { url: address.server }),
      readConfig: await through(address.readConfig),
      writeConfig: await through(address.writeConfig),
    },
  };
  workers = makeWorkerProcesses(config);
  worker = await workers.take();
});
afterAll(async () => {
  await workers?.close();
  await proxy?.close();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The kubeconfig of the same account, by way of the proxy. */
async function through(file: string): Promise<string> {
  const config = parse(await readFile(file, 'utf8'));
  const { server, 'certificate-authority-data': ca } = config.clusters[0].cluster;
  const dispatcher = new Agent({ connect: { ca: Buffer.from(ca, 'base64').toString('utf8') } });
  config.clusters[0].cluster = { server: await proxy.http('kubernetes', { url: server, dispatcher }) };
  const copy = join(folder, file.split('/').at(-1) ?? '');
  await writeFile(copy, stringify(config));
  return copy;
}

interface Case {
  readonly name: string;
  /** An approved plan, or one that shall be restored, on objects that nobody else has. */
  prepare(tag: string): Promise<Plan>;
  /** How often the run may write to each place. */
  readonly writes: Readonly<Record<string, number>>;
  readonly app: string;
  /** Left out: every boundary. What is the same for all plans need not be tried with each. */
  readonly only?: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'delete',
    app: APP,
    writes: { [`POST ${BUNDLES}`]: 1, [`DELETE ${CONFIG_MAPS}/*-a`]: 1, [`DELETE ${CONFIG_MAPS}/*-b`]: 1 },
    async prepare(tag) {
      const plan = await world.planDelete(APP, await makeConfigMaps(world, NAMESPACE, [`${tag}-a`, `${tag}-b`]));
      await world.approve(plan);
      return plan;
    },
  },
  {
    name: 'adopt',
    app: APP,
    writes: { [`POST ${BUNDLES}`]: 1, [`PATCH ${CONFIG_MAPS}/*-a`]: 1 },
    async prepare(tag) {
      const [target] = await makeConfigMaps(world, NAMESPACE, [`${tag}-a`]);
      if (!target) throw new TypeError('it was made');
      const { version, ...ref } = target;
      const { argocd } = world.story.instance;
      const frame = await world.frame(APP);
      const [app, instance] = await Promise.all([argocd.getApp({ ref: frame.app }), argocd.settings()]);
      const adoptee = { ref, version, live: await world.read(target), target: null, mutated: [] };
      const { plan, excluded } = planAdopt(frame, { app, instance }, [adoptee]);
      if (!plan) throw new TypeError(JSON.stringify(excluded));
      await world.approve(plan);
      return plan;
    },
  },
  {
    name: 'restore',
    app: APP,
    writes: { [`POST ${CONFIG_MAPS}`]: 2 },
    async prepare(tag) {
      const plan = await world.planDelete(APP, await makeConfigMaps(world, NAMESPACE, [`${tag}-a`, `${tag}-b`]));
      await world.approve(plan);
      await world.connect().executePlan(plan.id, { signal: new AbortController().signal });
      await world.askRestore(plan.id);
      return plan;
    },
  },
  {
    name: 'sync',
    app: SYNCED,
    writes: { [`POST ${BUNDLES}`]: 1, [`POST /api/v1/applications/${SYNCED}/sync`]: 1 },
    only: /POST .*\/sync|of step 1/,
    async prepare() {
      const target = { group: '', version: 'v1', kind: 'Service', namespace: SYNCED, name: SYNCED };
      await world.story.hands.remove(`/api/v1/namespaces/${SYNCED}/services/${SYNCED}`);
      const { argocd } = world.story.instance;
      const frame = await world.frame(SYNCED);
      const app = await argocd.getApp({ ref: frame.app }, { refresh: 'normal' });
      const { version, ...ref } = target;
      const [managed] = await argocd.managedResources({ ref: frame.app }, ref, { masker: noMask });
      const item = { ref, version, live: null, mutated: [], target: managed?.target(), isInSync: false };
      const { plan, excluded } = planSync(frame, { app, rendered: [] }, [item]);
      if (!plan) throw new TypeError(JSON.stringify(excluded));
      await world.approve(plan);
      return plan;
    },
  },
];

interface Row {
  readonly plan: string;
  readonly point: string;
  /** How far the record was when the worker died. */
  readonly killedAt: string;
  readonly outcome: 'same' | 'DIFFERS';
  readonly ms: number;
}

const table: Row[] = [];

afterAll(() => {
  const lines = table.map(({ plan, point, killedAt, outcome, ms }) =>
    [plan.padEnd(8), point.padEnd(72), killedAt.padEnd(28), outcome.padEnd(8), `${ms} ms`].join(' '),
  );
  const head = `${'plan     point'.padEnd(82)}${'killed after'.padEnd(29)}outcome`;
  process.stdout.write(`\n${[head, ...lines].join('\n')}\n`);
});

const LIMIT_MS = 1_200_000;

it.each(cases)('$name: killed anywhere, it ends as if nothing had happened', { timeout: LIMIT_MS }, async (one) => {
  const calm = await play(one, `${one.name}-0`);
  expect(calm.first).toBe('done');
  expect(calm.outcome.writes).toEqual(one.writes);
  const points = pointsOf(calm.calls).filter(({ call }) => one.only?.test(call) ?? true);
  expect(points.length).toBeGreaterThan(5);
  const tried = isThorough ? points : points.filter(({ call }) => isEffect(call)).slice(0, 2);
  expect(tried.length).toBeGreaterThan(1);
  for (const [index, point] of tried.entries()) {
    const started = performance.now();
    const { first, killedAt, outcome } = await play(one, `${one.name}-${index + 1}`, point);
    const isSame = first === 'killed' && JSON.stringify(outcome) === JSON.stringify(calm.outcome);
    const ms = Math.round(performance.now() - started);
    const where = `${point.when} ${point.call}`;
    table.push({ plan: one.name, point: where, killedAt, outcome: isSame ? 'same' : 'DIFFERS', ms });
    expect.soft({ where, first, ...outcome }).toEqual({ where, first: 'killed', ...calm.outcome });
  }
});

/** Every record and every write; of the reads, those of the plan's own objects, its bundle and its app. A rehearsal is a read. */
function pointsOf(calls: readonly Call[]): readonly CrashPoint[] {
  return calls.flatMap((call): CrashPoint[] => {
    if (call.startsWith('record ')) return [{ call, when: 'after' }];
    if (call.includes(' GET ') || call.includes('dryRun=All'))
      return call.endsWith(')') ? [] : [{ call, when: 'before' }];
    return [
      { call, when: 'before' },
      { call, when: 'after' },
    ];
  });
}

/** What the plan is about: a write that is neither its bundle nor a rehearsal. */
function isEffect(call: Call): boolean {
  return /(POST|PATCH|PUT|DELETE) /.test(call) && !call.includes(BUNDLES) && !call.includes('dryRun=All');
}

/** undefined: it says nothing about this plan. */
function nameOf(call: Call, plan: Plan, tag: string): Call | undefined {
  const name = call
    .replaceAll(plan.id, 'PLAN')
    .replaceAll(tag, '*')
    .replace(/\?(?!.*dryRun=All).*/, '');
  const isAboutIt = !name.includes(' GET ') || /PLAN|\*|applications\/[^/]+$/.test(name);
  return isAboutIt ? name : undefined;
}

async function play(one: Case, tag: string, point?: CrashPoint) {
  const plan = await one.prepare(tag);
  const [from, fromOperation] = [world.writes().length, world.operations().length];
  proxy.watch((call) => nameOf(call, plan, tag), point && { ...point, kill: () => worker.kill() });
  const first = await worker.resume();
  const { seen: calls } = proxy;
  const { run, approval } = await world.record(plan.id);
  const killedAt = run.at(-1)?.type ?? approval.at(-1)?.type ?? '';
  if (first === 'killed') {
    worker = await workers.take();
    // as if its time had run out
    await redis.del(makeKeys(world.prefix).lock(`app.prod.argocd/${one.app}`));
    proxy.watch(() => undefined);
    expect(await worker.resume()).toBe('done');
  }
  const writes = [...world.writes().slice(from), ...world.operations().slice(fromOperation)];
  return { first, calls, killedAt, outcome: await outcomeOf(plan, tag, writes) };
}

/** What must be the same however often it was disturbed. */
async function outcomeOf(plan: Plan, tag: string, writes: readonly string[]) {
  const { approval, run } = await world.stand(plan.id);
  const objects = await Promise.all(
    plan.steps.map(async ({ target, version }) => contentOf(await world.read({ ...target, version })) ?? null),
  );
  const isDelete = (line: string) => line.startsWith('DELETE ');
  const bundleAt = writes.findIndex((line) => line.endsWith('/namespaces/plumbline/secrets'));
  const isBundleFirst = writes.every((line, index) => !isDelete(line) || (bundleAt !== -1 && bundleAt < index));
  const { ledger } = world.memory;
  const lines = await ledger.entries({ from: 1, to: (await ledger.end()).last });
  await world.memory.plans.untend(plan.id);
  return {
    state: approval.state,
    steps: run.steps.map(({ done, undone }) => ({ done, undone })),
    objects: JSON.parse(JSON.stringify(objects).replaceAll(tag, '*').replaceAll(CLUSTER_IP, '*')) as unknown,
    writes: Object.fromEntries(
      Object.entries(Object.groupBy(writes, (line) => line.replaceAll(tag, '*'))).map(([line, all]) => [
        line,
        all?.length,
      ]),
    ),
    isBundleFirst,
    audited: lines.flatMap(({ subject, action }) => (subject?.planId === plan.id ? [action] : [])).toSorted(),
  };
}
