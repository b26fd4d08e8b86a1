import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../src/adapters/redis/client.ts';
import type { AppRecord } from '../../src/core/memory/app-record.ts';
import type { AppKey } from '../../src/core/model/app-key.ts';
import type { Scope } from '../../src/core/model/fleet-scope.ts';
import { makeReadFleet, type ReadFleet } from '../../src/flows/read-fleet.ts';
import { aSnapshot } from '../support/memory-builders.ts';
import { aPrefix, startTestRedis, type TestRedis } from '../support/redis.ts';
import { aRecord } from '../support/stored.ts';

/* What commands answer from, while another process writes. */

const ALL: readonly Scope[] = [{ instances: ['*'], projects: ['*'] }];

describe('what commands read', () => {
  let redis: TestRedis;
  let worker: Memory;
  let fleet: ReadFleet;

  beforeAll(async () => {
    redis = await startTestRedis();
    const prefix = aPrefix();
    worker = await redis.memory({ prefix });
    fleet = makeReadFleet({ ...(await redis.memory({ prefix })), instances: ['prod'] });
    await remember([
      aRecord({ name: 'cart', project: 'shop', labels: { tier: 'one' } }),
      aRecord({ name: 'ledger', project: 'bank', labels: {} }),
    ]);
  });
  afterAll(() => redis.stop());

  async function remember(records: readonly AppRecord[], gone: readonly AppKey[] = []): Promise<void> {
    await worker.apps.apply('prod', { records, gone, movements: [] });
    await worker.snapshots.publish(aSnapshot(await worker.apps.rows('prod'), []), { patterns: [], rows: [] });
  }

  const found = async (scopes: readonly Scope[], name: string) =>
    (await fleet.findApps(scopes, name)).map(
      ({ instance, record: { ref } }) => `${instance} ${ref.namespace}/${ref.name}`,
    );
  const named = async (scopes: readonly Scope[]) => (await fleet.names(scopes)).map(({ name }) => name);

  it('finds an app by its name and by its key', async () => {
    expect(await found(ALL, 'cart')).toEqual(['prod argocd/cart']);
    expect(await found(ALL, 'argocd/cart')).toEqual(['prod argocd/cart']);
    expect(await found(ALL, 'elsewhere/cart')).toEqual([]);
    expect(await found(ALL, 'car')).toEqual([]);
    expect(await fleet.findApps(ALL, 'cart', 'stage')).toEqual([]);
  });

  it.each([
    { when: 'the project is not theirs', scope: { instances: ['*'], projects: ['bank'] }, sees: ['ledger'] },
    { when: 'the instance is not theirs', scope: { instances: ['stage'], projects: ['*'] }, sees: [] },
    {
      when: 'it lacks the label',
      scope: { instances: ['*'], projects: ['*'], labels: { tier: 'one' } },
      sees: ['cart'],
    },
  ])('neither finds nor names an app where $when', async ({ scope, sees }) => {
    expect(await named([scope])).toEqual(sees);
    for (const name of ['cart', 'ledger'])
      expect(await found([scope], name)).toEqual(sees.includes(name) ? [`prod argocd/${name}`] : []);
  });

  it('knows a new app as soon as a snapshot with it is published', async () => {
    expect(await found(ALL, 'pay')).toEqual([]);
    expect(await named(ALL)).toEqual(['cart', 'ledger']);
    // between scans: the same scan's id, and as many apps as before
    await remember([aRecord({ name: 'pay' })], ['argocd/ledger']);
    expect(await found(ALL, 'pay')).toEqual(['prod argocd/pay']);
    expect(await found(ALL, 'ledger')).toEqual([]);
    expect(await named(ALL)).toEqual(['cart', 'pay']);
  });
});
