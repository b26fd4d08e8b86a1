import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findMarkedProcesses, markFor } from './marked-processes.ts';

const DOWN = join(import.meta.dirname, 'down.ts');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-down-'));
  folders.push(folder);
  return folder;
}

function startSleeper(folder: string) {
  return spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env: { ...process.env, ...markFor(folder) } });
}

async function down(folder: string): Promise<string> {
  const env = { ...process.env, PLUMBLINE_LAB_DIR: folder };
  const child = spawn(process.execPath, [DOWN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return String(Buffer.concat(chunks));
}

it('stops what no lab.json knows of, and nothing of another lab', { timeout: 30_000 }, async () => {
  const [ours, other] = [aFolder(), aFolder()];
  const [orphan, neighbour] = [startSleeper(ours), startSleeper(other)];
  const ended = once(orphan, 'exit');
  try {
    expect(findMarkedProcesses(ours)).toMatchObject([{ name: 'sleep', pid: orphan.pid }]);
    expect(await down(ours)).toContain(`sleep (${orphan.pid})`);
    await ended;
    expect(findMarkedProcesses(other)).toMatchObject([{ name: 'sleep', pid: neighbour.pid }]);
  } finally {
    orphan.kill();
    neighbour.kill();
  }
});

it('says so where there is nothing to stop', { timeout: 30_000 }, async () => {
  expect(await down(aFolder())).toBe('The lab is not up.\n');
});
