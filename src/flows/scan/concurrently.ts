import { pMapIterable } from 'p-map';

/**
 * Works on several items side by side and hands out results as they are ready, at most `width` of them ahead of whoever
 * takes them. A failure, or a consumer that stops, aborts what is under way and waits for it to end.
 */
export async function* concurrently<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<R> {
  const stop = new AbortController();
  const running = new Set<Promise<R>>();

  function start(item: T): Promise<R> {
    const one = work(item, stop.signal);
    const end = (): void => void running.delete(one);
    running.add(one);
    one.then(end, end);
    return one;
  }

  try {
    const options = { concurrency: width, backpressure: width, preserveOrder: false };
    const results: AsyncIterable<R> = pMapIterable(items, start, options);
    yield* results;
  } finally {
    stop.abort();
    await Promise.allSettled(running);
  }
}
