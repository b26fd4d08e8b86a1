import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** `plumbline serve` in a process of its own. */
export interface ServingProcess {
  /** The most memory that it ever held. */
  peakMb(): Promise<number>;
  /** The longest and the 99th of a hundred waits for the event loop since this was last asked. */
  loopDelayMs(): Promise<{ readonly p99: number; readonly max: number }>;
  /** Processor time so far: what others do on the machine does not add to it. */
  cpuMs(): Promise<number>;
  /** Answers that ended in an error. */
  failedAnswers(): Promise<number>;
  stop(): Promise<void>;
}

const BIN = fileURLToPath(new URL('../../bin/plumbline.js', import.meta.url));

export async function serve(role: 'bot' | 'worker', env: NodeJS.ProcessEnv): Promise<ServingProcess> {
  const child = spawn(process.execPath, [BIN, 'serve', '--role', role], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const port = await portOf(child, role);
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    async peakMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async loopDelayMs() {
      const text = await metrics();
      const ms = (name: string): number => sumOf(text, `nodejs_eventloop_lag_${name}_seconds`) * 1000;
      return { p99: ms('p99'), max: ms('max') };
    },
    cpuMs: async () => sumOf(await metrics(), 'process_cpu_seconds_total') * 1000,
    async failedAnswers() {
      const lines = (await metrics()).split('\n').filter((line) => line.includes('outcome="failed"'));
      return sumOf(lines.join('\n'), 'plumbline_commands_total');
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function portOf(child: ChildProcess, role: string): Promise<string> {
  let said = '';
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk);
    const port = /on port (\d+)/.exec(said)?.[1];
    if (port === undefined) continue;
    child.stderr?.pipe(process.stderr);
    return port;
  }
  throw new Error(`the ${role} did not start: ${said}`);
}

function sumOf(text: string, name: string): number {
  const values = text.split('\n').flatMap((line) => {
    const [full = '', value] = line.split(' ');
    return full.split('{', 1)[0] === name ? [Number(value)] : [];
  });
  return values.reduce((sum, value) => sum + value, 0);
}
