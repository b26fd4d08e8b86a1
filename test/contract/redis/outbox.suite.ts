import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import { AT, aMessage } from '../../support/stored.ts';

const INTENT = { id: 'intent-1', at: AT };

export function outboxSuite(open: (options?: Partial<MemoryOptions>) => Promise<Memory>): void {
  const put = (outbox: Memory['outbox'], key: string, text: string, onlyNew = false) =>
    outbox.put({ channel: 'C1', key, message: aMessage(text) }, { onlyNew });

  describe('Outbox', () => {
    it('keeps what shall stand in a channel, in the order of first mention', async () => {
      const { outbox } = await open();
      expect(await put(outbox, 'b', 'b1')).toEqual({ pending: true });
      await outbox.put({ channel: 'C1', key: 'a', message: aMessage('a1'), under: 'b' });
      await put(outbox, 'b', 'b2');
      await outbox.put({ channel: 'C2', key: 'c', message: aMessage('c1') });
      expect(await outbox.pending('C1')).toEqual([
        { channel: 'C1', key: 'b', message: aMessage('b2'), sequence: 1, wanted: 2, delivered: 0 },
        { channel: 'C1', key: 'a', message: aMessage('a1'), under: 'b', sequence: 2, wanted: 1, delivered: 0 },
      ]);
      expect(await outbox.channelsWithPending()).toEqual(['C1', 'C2']);
      expect(await outbox.find('C1', 'none')).toBeUndefined();
    });

    it('asks for nothing when the same is said twice', async () => {
      const { outbox } = await open();
      await put(outbox, 'a', 'a1');
      expect(await put(outbox, 'a', 'a1')).toEqual({ pending: true });
      expect(await outbox.find('C1', 'a')).toMatchObject({ wanted: 1 });
      await outbox.delivered('C1', 'a', 1, '100.1');
      expect(await put(outbox, 'a', 'a1')).toEqual({ pending: false });
      expect(await outbox.pending('C1')).toEqual([]);
      expect(await outbox.channelsWithPending()).toEqual([]);
    });

    it('keeps an intent until somebody writes down how the post ended', async () => {
      const { outbox } = await open();
      await put(outbox, 'a', 'a1');
      await outbox.beginPost('C1', 'a', INTENT);
      expect(await outbox.find('C1', 'a')).toMatchObject({ intent: INTENT, delivered: 0 });
      await outbox.delivered('C1', 'a', 1, '100.1');
      expect(await outbox.find('C1', 'a')).toEqual({
        channel: 'C1',
        key: 'a',
        message: aMessage('a1'),
        sequence: 1,
        wanted: 1,
        delivered: 1,
        ts: '100.1',
      });
      await put(outbox, 'b', 'b1');
      await outbox.beginPost('C1', 'b', INTENT);
      await outbox.abandonPost('C1', 'b');
      expect(await outbox.pending('C1')).toMatchObject([{ key: 'b', wanted: 1, delivered: 0 }]);
      expect(await outbox.find('C1', 'b')).not.toHaveProperty('intent');
      await expect(outbox.beginPost('C1', 'none', INTENT)).rejects.toMatchObject({ code: 'outbox.no-entry' });
    });

    it('stays pending when something newer was said while the older was delivered', async () => {
      const { outbox } = await open();
      await put(outbox, 'a', 'a1');
      await outbox.beginPost('C1', 'a', INTENT);
      await put(outbox, 'a', 'a2');
      await outbox.delivered('C1', 'a', 1, '100.1');
      expect(await outbox.pending('C1')).toMatchObject([
        { message: aMessage('a2'), wanted: 2, delivered: 1, ts: '100.1' },
      ]);
      await outbox.delivered('C1', 'a', 2, '100.1');
      await outbox.delivered('C1', 'a', 1, '99.9');
      expect(await outbox.find('C1', 'a')).toMatchObject({ delivered: 2, ts: '100.1' });
      expect(await outbox.pending('C1')).toEqual([]);
    });

    it('leaves what stands there, or may, as it is when only something new is wanted', async () => {
      const { outbox } = await open();
      await put(outbox, 'a', 'a1');
      expect(await put(outbox, 'a', 'a2', true)).toEqual({ pending: true });
      expect(await outbox.find('C1', 'a')).toMatchObject({ message: aMessage('a2') });
      await outbox.beginPost('C1', 'a', INTENT);
      expect(await put(outbox, 'a', 'a3', true)).toEqual({ pending: true });
      await outbox.delivered('C1', 'a', 2, '100.1');
      expect(await put(outbox, 'a', 'a4', true)).toEqual({ pending: false });
      expect(await outbox.find('C1', 'a')).toMatchObject({ message: aMessage('a2'), wanted: 2, delivered: 2 });
    });

    it('never retries what was refused, and tries what is said instead', async () => {
      const { outbox } = await open();
      await put(outbox, 'a', 'a1');
      await outbox.beginPost('C1', 'a', INTENT);
      await outbox.refuse('C1', 'a', 1, 'not_in_channel');
      const refused = await outbox.find('C1', 'a');
      expect(refused).toMatchObject({ refused: 'not_in_channel' });
      expect(refused).not.toHaveProperty('intent');
      expect(await put(outbox, 'a', 'a1')).toEqual({ pending: false });
      expect(await outbox.channelsWithPending()).toEqual([]);
      expect(await put(outbox, 'a', 'a2')).toEqual({ pending: true });
      await outbox.refuse('C1', 'a', 1, 'late word on what is not wanted any more');
      const [entry] = await outbox.pending('C1');
      expect(entry).toMatchObject({ message: aMessage('a2'), wanted: 2 });
      expect(entry).not.toHaveProperty('refused');
    });

    it('forgets what was settled before, not what is wanted again', async () => {
      let now = new Date('2026-11-01T00:00:00Z');
      const { outbox } = await open({ clock: { now: () => now } });
      for (const key of ['old', 'again', 'refused', 'waiting']) await put(outbox, key, key);
      for (const key of ['old', 'again']) await outbox.delivered('C1', key, 1, '100.1');
      await outbox.refuse('C1', 'refused', 1, 'not_in_channel');
      now = new Date('2026-11-10T00:00:00Z');
      await put(outbox, 'recent', 'recent');
      await outbox.delivered('C1', 'recent', 1, '200.1');
      await put(outbox, 'again', 'newer');
      expect(await outbox.forget('2026-11-05T00:00:00Z')).toBe(2);
      expect(await outbox.forget('2026-11-05T00:00:00Z')).toBe(0);
      const left = await Promise.all(
        ['old', 'refused', 'again', 'recent', 'waiting'].map((key) => outbox.find('C1', key)),
      );
      expect(left.map((entry) => entry?.key)).toEqual([undefined, undefined, 'again', 'recent', 'waiting']);
      expect((await outbox.pending('C1')).map(({ key }) => key)).toEqual(['again', 'waiting']);
    });

    it('ends, whatever was said in whatever order, with the last word of each message, delivered in order', async () => {
      const said = fc.record({ key: fc.constantFrom('a', 'b', 'c'), text: fc.constantFrom('1', '2', '3') });
      const deed = fc.oneof({ weight: 3, arbitrary: said }, { weight: 1, arbitrary: fc.constant('deliver' as const) });
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
          const { outbox, close } = await open();
          const stands = new Map<string, string>();
          const deliver = async (): Promise<readonly string[]> => {
            const entries = await outbox.pending('C1');
            for (const { key, message, wanted } of entries) {
              stands.set(key, JSON.stringify(message));
              await outbox.delivered('C1', key, wanted, `${key}.ts`);
            }
            return entries.map(({ key }) => key);
          };
          const mentioned: string[] = [];
          const lastWord = new Map<string, string>();
          for (const next of deeds) {
            if (next === 'deliver') await deliver();
            else {
              await put(outbox, next.key, next.text);
              if (!mentioned.includes(next.key)) mentioned.push(next.key);
              lastWord.set(next.key, JSON.stringify(aMessage(next.text)));
            }
          }
          const order = await deliver();
          expect(order).toEqual(mentioned.filter((key) => order.includes(key)));
          expect(stands).toEqual(lastWord);
          expect(await deliver()).toEqual([]);
          await close();
        }),
        { numRuns: 40 },
      );
    });
  });
}
