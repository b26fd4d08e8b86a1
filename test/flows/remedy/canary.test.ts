import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Log, LogFields } from '../../../src/ports/log.ts';
import { dumpOf } from '../../support/redis-dump.ts';
import { contentOf, type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';

/* A Secret's value stands in the cluster and in its bundle, and nowhere else. */

const CANARY = 'canary-4f1d9c-do-not-tell';
const ENCODED = Buffer.from(CANARY).toString('base64');
const TARGET = { group: '', version: 'v1', kind: 'Secret', namespace: 'gitea', name: 'canary' };
const { signal } = new AbortController();
let world: RemedyWorld;

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

it('is deleted, refused and restored without a trace', async () => {
  await world.admin.writer.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: TARGET.name, namespace: TARGET.namespace },
    data: { password: ENCODED },
  });
  const before = await world.read(TARGET);
  const plan = await world.planDelete('gitea', [TARGET]);
  await world.approve(plan);
  const lines: string[] = [];
  const { executePlan, instance } = world.connect({ log: listeningLog(lines) });
  await executePlan(plan.id, { signal });
  expect((await world.stand(plan.id)).approval.state).toBe('verified');

  // the API server quotes what it was given
  const heal = world.story.world.kubernetes?.faults.add({
    match: { method: 'POST', path: '/api/v1/namespaces/gitea/secrets' },
    kind: 'status',
    code: 422,
    body: JSON.stringify({ kind: 'Status', reason: 'Invalid', message: `invalid value: "${CANARY}" ${ENCODED}` }),
  });
  await world.askRestore(plan.id);
  await executePlan(plan.id, { signal });
  heal?.();
  const { run } = await world.stand(plan.id);
  expect(run.steps[0]).toMatchObject({
    undone: 'conflict',
    because: 'Secret/canary: it was refused (kubernetes.invalid)',
  });

  const bundle = await instance.writing?.bundles?.read(plan.id);
  expect(contentOf(bundle?.objects[0] ?? undefined)).toEqual(contentOf(before));
  const told = [...lines, ...(await dumpOf(await world.redis.connect()))].join('\n');
  expect(told).toContain(plan.id);
  expect(told).not.toContain(CANARY);
  expect(told).not.toContain(ENCODED);
});

function listeningLog(lines: string[]): Log {
  const note = (message: string, fields?: LogFields) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note, with: () => log };
  return log;
}
