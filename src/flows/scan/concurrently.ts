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
  const running = new Set<Promise<void>>();
  const ready: (() => R)[] = [];
  const queue = items[Symbol.iterator]();
  let wake = (): void => undefined;

  function start(item: T): void {
    const one = work(item, stop.signal)
      .then(
        (result) => void ready.push(() => result),
        (error: unknown) =>
          void ready.push(() => {
            throw error;
          }),
      )
      .finally(() => {
        running.delete(one);
        wake();
      });
    running.add(one);
  }

  try {
    for (let next = queue.next(); ; ) {
      for (; next.done !== true && running.size + ready.length < width; next = queue.next()) start(next.value);
      const take = ready.shift();
      if (take) yield take();
      else if (running.size === 0) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop.abort();
    await Promise.all(running);
  }
}
