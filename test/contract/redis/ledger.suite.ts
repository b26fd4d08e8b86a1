import { describe, expect, it } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import type { Unreadable } from '../../../src/adapters/redis/reading.ts';
import { GENESIS, linked, verifyChain } from '../../../src/core/audit/chain.ts';
import type { AuditEntry } from '../../../src/core/audit/entry.ts';
import { canonicalJson } from '../../../src/core/model/canonical-json.ts';
import { verifyLedger } from '../../../src/flows/verify-ledger.ts';
import { anEvent, chainOf } from '../../support/audit.ts';
import { aPrefix } from '../../support/redis.ts';

const ALL = { from: 1, to: 10_000 };
const events = (amount: number, writer = 'w') =>
  Array.from({ length: amount }, (_, index) => anEvent({ id: `${writer}.${index}` }));

export function ledgerSuite(
  open: (options?: Partial<MemoryOptions>) => Promise<Memory>,
  connect: () => Promise<RedisClient>,
): void {
  describe('Ledger', () => {
    it('begins empty and whole', async () => {
      const { ledger } = await open();
      expect(await ledger.end()).toEqual({ head: GENESIS, last: 0 });
      expect(await ledger.entries(ALL)).toEqual([]);
      expect(await verifyLedger(ledger)).toEqual({ reached: GENESIS });
    });

    it('chains what is appended, in order, and reads it by number', async () => {
      const { ledger } = await open();
      const expected = chainOf(events(5));
      for (const event of events(5)) await ledger.append(event);
      expect(await ledger.entries(ALL)).toEqual(expected);
      expect(await ledger.entries({ from: 2, to: 3 })).toEqual(expected.slice(1, 3));
      const { sequence, hash } = expected[4] as AuditEntry;
      expect(await ledger.end()).toEqual({ head: { sequence, hash }, last: 5 });
    });

    it('goes on where another process ended', async () => {
      const prefix = aPrefix();
      const [ours, theirs] = await Promise.all([open({ prefix }), open({ prefix })]);
      await ours.ledger.append(anEvent({ id: 'a' }));
      await theirs.ledger.append(anEvent({ id: 'b' }));
      const last = await ours.ledger.append(anEvent({ id: 'c' }));
      expect(last.sequence).toBe(3);
      expect(await verifyLedger(theirs.ledger)).toEqual({ reached: { sequence: 3, hash: last.hash } });
    });

    it('never forks, however many append at once', async () => {
      const prefix = aPrefix();
      const writers = await Promise.all(Array.from({ length: 8 }, () => open({ prefix })));
      const appended = await Promise.all(
        writers.flatMap(({ ledger }, writer) => events(50, `w${writer}`).map((event) => ledger.append(event))),
      );
      const [{ ledger }] = writers as [Memory];
      const entries = await ledger.entries(ALL);
      expect(entries).toHaveLength(400);
      expect(appended.toSorted((a, b) => a.sequence - b.sequence)).toEqual(entries);
      expect(verifyChain(entries, await ledger.end())).not.toHaveProperty('broken');
    });

    it('writes the same event once, whoever tells it and however late', async () => {
      const prefix = aPrefix();
      const [ours, theirs] = await Promise.all([open({ prefix }), open({ prefix })]);
      const [first, ...others] = await Promise.all(
        [ours, theirs, ours, theirs].map(({ ledger }) => ledger.append(anEvent({ id: 'a' }))),
      );
      expect(others).toEqual([first, first, first]);
      await ours.ledger.append(anEvent({ id: 'b' }));
      expect(await theirs.ledger.append(anEvent({ id: 'a', at: '2026-11-17T09:00:00.000Z' }))).toEqual(first);
      expect(await ours.ledger.entries(ALL)).toHaveLength(2);
    });

    it('is verified in parts', async () => {
      const { ledger } = await open();
      await Promise.all(events(1200).map((event) => ledger.append(event)));
      const { head } = await ledger.end();
      expect(await verifyLedger(ledger)).toEqual({ reached: head });
      const [noted] = await ledger.entries({ from: 700, to: 700 });
      expect(await verifyLedger(ledger, noted)).toEqual({ reached: head });
      const forged = { sequence: 700, hash: head.hash };
      expect((await verifyLedger(ledger, forged)).broken).toMatchObject({ sequence: 700, why: 'replaced' });
    });

    it('stays when everything else is forgotten', async () => {
      const { ledger, timeline, outbox } = await open();
      await ledger.append(anEvent());
      await timeline.forget('prod', '2100-01-01T00:00:00.000Z');
      await outbox.forget('2100-01-01T00:00:00.000Z');
      expect(await ledger.entries(ALL)).toHaveLength(1);
    });
  });

  describe('a ledger that somebody changed in Redis', () => {
    async function openWritten() {
      const prefix = aPrefix();
      const keys = makeKeys(prefix);
      const reported: Unreadable[] = [];
      const { ledger } = await open({ prefix, onUnreadable: (found) => reported.push(found) });
      for (const event of events(5)) await ledger.append(event);
      const redis = await connect();
      const entries = await ledger.entries(ALL);
      async function rewrite(texts: readonly string[]): Promise<void> {
        await redis.del(keys.auditEntries);
        for (const [index, text] of texts.entries()) {
          await redis.xadd(keys.auditEntries, `${index + 1}-0`, 'entry', text);
        }
      }
      return { ledger, redis, keys, reported, entries, texts: entries.map(canonicalJson), rewrite };
    }

    it.each([
      ['altered', 2, 'altered', (texts: readonly string[]) => texts.with(1, (texts[1] ?? '').replace('U1', 'U2'))],
      ['removed', 2, 'removed', (texts: readonly string[]) => texts.toSpliced(1, 1)],
      ['swapped', 2, 're-ordered', (texts: readonly string[]) => [0, 2, 1, 3, 4].map((at) => texts[at] ?? '')],
      ['copied', 3, 'inserted', (texts: readonly string[]) => texts.with(2, texts[1] ?? '')],
      ['truncated', 4, 'truncated', (texts: readonly string[]) => texts.slice(0, 3)],
      ['written in another way', 2, 'removed', (texts: readonly string[]) => texts.with(1, ` ${texts[1]}`)],
      ['made unreadable', 5, 'truncated', (texts: readonly string[]) => texts.with(4, '{')],
    ] as const)('is found when entries were %s', async (_, sequence, why, change) => {
      const { ledger, texts, rewrite } = await openWritten();
      await rewrite(texts);
      expect(await verifyLedger(ledger)).not.toHaveProperty('broken');
      await rewrite(change(texts));
      expect((await verifyLedger(ledger)).broken).toMatchObject({ sequence, why });
    });

    it('is told of by the key and number of what cannot be read', async () => {
      const { ledger, keys, reported, texts, rewrite } = await openWritten();
      await rewrite(texts.with(2, '{').with(3, `${texts[3]} `));
      expect((await ledger.entries(ALL)).map(({ sequence }) => sequence)).toEqual([1, 2, 5]);
      expect(reported).toEqual([
        { key: keys.auditEntries, field: '3-0', problem: 'is not JSON' },
        { key: keys.auditEntries, field: '4-0', problem: 'is not as it was written' },
      ]);
    });

    it('takes no more entries when its end was removed, until it is restored', async () => {
      const { ledger, redis, keys, texts, rewrite } = await openWritten();
      await redis.xdel(keys.auditEntries, '5-0');
      await expect(ledger.append(anEvent({ id: 'next' }))).rejects.toMatchObject({ code: 'ledger.broken' });
      expect((await verifyLedger(ledger)).broken).toMatchObject({ sequence: 5, why: 'truncated' });
      await rewrite(texts);
      expect((await ledger.append(anEvent({ id: 'next' }))).sequence).toBe(6);
    });

    it('takes no more entries when something was added behind its end', async () => {
      const { ledger, redis, keys, entries } = await openWritten();
      const forged = canonicalJson(linked(entries[4] as AuditEntry, anEvent({ id: 'forged' })));
      await redis.xadd(keys.auditEntries, '6-0', 'entry', forged);
      await expect(ledger.append(anEvent({ id: 'next' }))).rejects.toMatchObject({ code: 'ledger.broken' });
      expect((await verifyLedger(ledger)).broken).toMatchObject({ sequence: 6, why: 'inserted' });
    });

    it('does not begin anew when entries and head are gone', async () => {
      const { ledger, redis, keys } = await openWritten();
      await redis.del(keys.auditEntries, keys.auditHead);
      await expect(ledger.append(anEvent({ id: 'next' }))).rejects.toMatchObject({ code: 'ledger.broken' });
      await expect(ledger.append(anEvent({ id: 'w.0' }))).rejects.toMatchObject({ code: 'ledger.broken' });
      expect((await verifyLedger(ledger)).broken).toMatchObject({ sequence: 1, why: 'truncated' });
    });

    it('does not begin anew when its head is gone', async () => {
      const { ledger, redis, keys } = await openWritten();
      await redis.del(keys.auditHead);
      await expect(ledger.append(anEvent({ id: 'next' }))).rejects.toMatchObject({ code: 'ledger.broken' });
      expect((await verifyLedger(ledger)).broken).toMatchObject({ sequence: 5, why: 'replaced' });
    });
  });
}
