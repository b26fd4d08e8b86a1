import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { concurrently } from '../../../../src/flows/scan/concurrently.ts';

function held() {
  const started: number[] = [];
  const finish = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const aborted: number[] = [];
  const work = (item: number, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      started.push(item);
      finish.set(item, { resolve, reject });
      signal.addEventListener('abort', () => {
        aborted.push(item);
        reject(new Error('stopped'));
      });
    });
  return { started, finish, aborted, work };
}

describe('work side by side', () => {
  it('hands out what is ready first, and never runs ahead further than its width', async () => {
    const { started, finish, work } = held();
    const results = concurrently([1, 2, 3, 4, 5, 6], 2, work);
    const first = results.next();
    await settle();
    expect(started).toEqual([1, 2]);
    finish.get(2)?.resolve('two');
    expect(await first).toEqual({ done: false, value: 'two' });
    await settle();
    expect(started).toEqual([1, 2, 3]);
    finish.get(3)?.resolve('three');
    await settle();
    expect(started).toEqual([1, 2, 3]);
    expect(await results.next()).toEqual({ done: false, value: 'three' });
    await settle();
    expect(started).toEqual([1, 2, 3, 4]);
    await results.return(undefined);
  });

  it('ends when everything is done', async () => {
    expect(await Array.fromAsync(concurrently([3, 1, 2], 8, async (item) => item))).toEqual([3, 1, 2]);
    expect(await Array.fromAsync(concurrently([], 8, async (item) => item))).toEqual([]);
  });

  it('a failure stops what is under way, and is passed on', async () => {
    const { finish, aborted, work } = held();
    const results = concurrently([1, 2, 3], 3, work);
    const first = results.next();
    await settle();
    finish.get(2)?.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(aborted).toEqual([1, 2, 3]);
  });

  it('a consumer that leaves stops what is under way', async () => {
    const { finish, aborted, work } = held();
    const results = concurrently([1, 2, 3], 2, work);
    const first = results.next();
    await settle();
    finish.get(1)?.resolve('one');
    await first;
    await results.return(undefined);
    expect(aborted).toContain(2);
  });

  it('waits for what is under way to end, not only for it to hear of the stop', async () => {
    let hasEnded = false;
    const results = concurrently([1, 2], 2, async (item, signal) => {
      if (item === 1) return item;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await settle();
      hasEnded = true;
      return item;
    });
    await results.next();
    await results.return(undefined);
    expect(hasEnded).toBe(true);
  });
});
