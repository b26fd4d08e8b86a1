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
    const results = concurrently([1, 2, 3, 4], 2, work);
    const first = results.next();
    expect(started).toEqual([1, 2]);
    finish.get(2)?.resolve('two');
    expect(await first).toEqual({ done: false, value: 'two' });
    const second = results.next();
    finish.get(3)?.resolve('three');
    expect(await second).toEqual({ done: false, value: 'three' });
    expect(started).toEqual([1, 2, 3]);
  });

  it('ends when everything is done', async () => {
    expect(await Array.fromAsync(concurrently([3, 1, 2], 8, async (item) => item))).toEqual([3, 1, 2]);
    expect(await Array.fromAsync(concurrently([], 8, async (item) => item))).toEqual([]);
  });

  it('a failure stops what is under way, and is passed on', async () => {
    const { finish, aborted, work } = held();
    const results = concurrently([1, 2, 3], 3, work);
    const first = results.next();
    finish.get(2)?.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(aborted).toEqual([1, 2, 3]);
  });

  it('a consumer that leaves stops what is under way', async () => {
    const { finish, aborted, work } = held();
    const results = concurrently([1, 2, 3], 2, work);
    const first = results.next();
    finish.get(1)?.resolve('one');
    await first;
    await results.return(undefined);
    expect(aborted).toContain(2);
  });
});
