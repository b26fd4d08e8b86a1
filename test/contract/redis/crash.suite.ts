import { describe, expect, it } from 'vitest';
import { makeMemory } from '../../../src/adapters/redis/client.ts';
import type { AuditEntry } from '../../../src/core/audit/entry.ts';
import { verifyLedger } from '../../../src/flows/verify-ledger.ts';
import { anEvent } from '../../support/audit.ts';
import { aSnapshot } from '../../support/memory-builders.ts';
import { memoryOptions, type TestRedis } from '../../support/redis.ts';
import { aMessage, aMovement, aRecord } from '../../support/stored.ts';

/** Last in its file: it ends the server that the others share. */
export function crashSuite(target: () => TestRedis): void {
  const EVER = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

  describe('when Redis is killed and started again', () => {
    it('nothing that was acknowledged is lost, and no app is half there', async () => {
      const options = memoryOptions();
      const before = makeMemory(await target().connect('person'), options);
      await before.snapshots.publish(aSnapshot([], []), { patterns: [], rows: [] });
      await before.outbox.put({ channel: 'C1', key: 'a', message: aMessage() });
      const acknowledged: string[] = [];
      const writing = Array.from({ length: 300 }, async (_, index) => {
        const name = `app-${index}`;
        const movements = [aMovement({ id: name, app: `argocd/${name}` })];
        await before.apps.apply('prod', { records: [aRecord({ name })], gone: [], movements });
        if (acknowledged.push(`argocd/${name}`) === 100) await target().kill();
      });
      const outcomes = await Promise.allSettled(writing);
      expect(acknowledged.length).toBeGreaterThanOrEqual(100);
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(failures.every(({ reason }) => reason.code === 'redis.unavailable')).toBe(true);

      await target().start();
      const after = makeMemory(await target().connect(), options);
      const rows = (await after.apps.rows('prod')).map(({ key }) => key);
      expect(rows).toEqual(expect.arrayContaining(acknowledged));
      expect(await after.apps.records('prod', rows)).toHaveLength(rows.length);
      expect(await after.timeline.movements('prod', EVER)).toHaveLength(rows.length);
      expect(await after.snapshots.snapshot('prod')).toEqual(aSnapshot([], []));
      expect(await after.outbox.channelsWithPending()).toEqual(['C1']);
    });

    it('the ledger is whole, has what was acknowledged, and takes each event once when all are told again', async () => {
      const options = memoryOptions();
      const { ledger: before } = makeMemory(await target().connect('person'), options);
      const events = Array.from({ length: 300 }, (_, index) => anEvent({ id: `event-${index}` }));
      const acknowledged: AuditEntry[] = [];
      const outcomes = await Promise.allSettled(
        events.map(async (event) => {
          if (acknowledged.push(await before.append(event)) === 100) await target().kill();
        }),
      );
      expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);

      await target().start();
      const { ledger: after } = makeMemory(await target().connect(), options);
      expect(await verifyLedger(after)).not.toHaveProperty('broken');
      expect(await after.entries({ from: 1, to: 300 })).toEqual(expect.arrayContaining(acknowledged));
      for (const event of events) await after.append(event);
      expect((await verifyLedger(after)).reached.sequence).toBe(300);
    });
  });
}
