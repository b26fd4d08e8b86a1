import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { COMPILE_CACHE } from './compile-cache.ts';
import type { WorkerConfig } from './remedy-worker.ts';

/** One worker process; a signal to it is real. */
export interface WorkerProcess {
  /** Goes on with all there is; 'killed' when it was ended meanwhile. */
  resume(): Promise<'done' | 'killed'>;
  kill(): void;
}

export interface WorkerProcesses {
  /** A new process, ready to work. The next one starts at once, so that nobody waits for it. */
  take(): Promise<WorkerProcess>;
  close(): Promise<void>;
}

export function makeWorkerProcesses(config: WorkerConfig): WorkerProcesses {
  const running = new Set<ChildProcess>();
  let next = start();

  async function start(): Promise<WorkerProcess> {
    const child = spawn(process.execPath, ['test/support/remedy-worker.ts', JSON.stringify(config)], {
      env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    const exited = once(child, 'exit').then(([, signal]) => {
      running.delete(child);
      return signal as NodeJS.Signals | null;
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    const lines = createInterface({ input: child.stdout });
    const ended = exited.then((signal) => {
      if (signal === 'SIGKILL') return ['killed'];
      throw new Error(`a worker ended by itself: ${said}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(lines, 'line'), ended]);
    return {
      async resume() {
        const line = once(lines, 'line');
        child.stdin.write('\n');
        const [word] = await Promise.race([line, ended]);
        return word === 'done' ? 'done' : 'killed';
      },
      kill: () => void child.kill('SIGKILL'),
    };
  }

  return {
    async take() {
      const worker = await next;
      next = start();
      next.catch(() => undefined);
      return worker;
    },
    async close() {
      await next.catch(() => undefined);
      await Promise.all(
        [...running].map(async (child) => {
          const exit = once(child, 'exit');
          child.kill('SIGKILL');
          await exit;
        }),
      );
    },
  };
}
