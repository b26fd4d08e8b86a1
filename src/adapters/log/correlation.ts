import { AsyncLocalStorage } from 'node:async_hooks';

/** One id from a slash command to the last job that it caused: log lines and jobs carry it without being handed it. */
export interface Correlation {
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** '' outside of any. */
  current(): string;
}

export function makeCorrelation(): Correlation {
  const storage = new AsyncLocalStorage<string>();
  return { run: (id, work) => storage.run(id, work), current: () => storage.getStore() ?? '' };
}
