import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './build/build-program.ts';
import { argocdRelease, programsFor } from './build/programs.ts';
import { findMarkedProcesses } from './marked-processes.ts';

/*
 * A lab of its own for a few minutes: the contracts, a few scenarios, the doctor, access, the bot, approved changes. Left out,
 * and said so, where the programs are not built yet or another lab runs, because two of them share a socket.
 */

const SUITES = ['contract', 'lab.test', 'doctor', 'access', 'bot', 'remedy-clean-up', 'remedy.test', 'down'];
const TOO_LONG_MS = 900_000;
const ROOT = join(import.meta.dirname, '../..');
const startedAt = Date.now();

const missing = programsFor(argocdRelease()).filter((program) => !isBuilt(program));
const [other] = findMarkedProcesses();
if (missing.length > 0) {
  say(`left out: ${missing.map(({ name }) => name).join(', ')} not built on this machine (npm run lab:build)`);
} else if (other !== undefined) {
  say(`left out: another lab runs on this machine (${other.name}, ${other.pid})`);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-lab-'));
  const env = { ...process.env, PLUMBLINE_LAB_DIR: folder, PLUMBLINE_LAB_FEW: '1' };
  try {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const config = join(import.meta.dirname, 'vitest.config.ts');
    process.exitCode =
      (await run(join(import.meta.dirname, 'up.ts'), [], env)) ||
      (await run(vitest, ['run', '--config', config, ...SUITES], env));
  } finally {
    await run(join(import.meta.dirname, 'down.ts'), [], env);
    await rm(folder, { recursive: true, force: true });
  }
  say(`${process.exitCode === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
      timeout: TOO_LONG_MS,
    });
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}

function say(text: string): void {
  process.stdout.write(`The tour of the lab: ${text}.\n`);
}
