/** Work by key, one at a time, each key once: a change while its work runs queues it again. */
export interface WorkQueue {
  add(key: string): void;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  isIdle(): boolean;
  close(): void;
}

export function makeWorkQueue(work: (key: string) => Promise<void>, debounceMs: number): WorkQueue {
  const queued = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  async function drain(): Promise<void> {
    for (const key of queued) {
      if (isClosed) return;
      queued.delete(key);
      await work(key);
    }
  }

  function start(): void {
    timer = undefined;
    running ??= drain().finally(() => {
      running = undefined;
      if (queued.size > 0 && !isClosed) arm();
    });
  }

  function arm(): void {
    timer ??= setTimeout(start, debounceMs);
  }

  return {
    add(key) {
      if (isClosed) return;
      queued.add(key);
      if (!running) arm();
    },
    async idle() {
      while (!isClosed && (queued.size > 0 || running)) {
        if (timer) {
          clearTimeout(timer);
          start();
        }
        await running;
      }
    },
    isIdle: () => isClosed || (queued.size === 0 && !running),
    close() {
      isClosed = true;
      clearTimeout(timer);
      queued.clear();
    },
  };
}
