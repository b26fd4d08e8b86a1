import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { labFolder } from './folders.ts';
import { findLabState } from './lab-state.ts';
import { findMarkedProcesses } from './marked-processes.ts';
import { stopProcess } from './processes.ts';
import { logsFolder } from './supervisor.ts';

const folder = labFolder();
const state = await findLabState(folder);
for (const running of state?.processes.toReversed() ?? []) await stopProcess(running);
// what an `up` started and could not write down, and children that outlived their parent
const orphans = findMarkedProcesses(folder);
for (const orphan of orphans) await stopProcess(orphan);

if (state === undefined && orphans.length === 0) {
  process.stdout.write('The lab is not up.\n');
} else {
  const kept = basename(logsFolder(folder));
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    if (name !== kept) await rm(join(folder, name), { recursive: true, force: true });
  }
  const names = orphans.map(({ name, pid }) => `${name} (${pid})`).join(', ');
  if (orphans.length > 0) process.stdout.write(`Stopped as well, though not written down: ${names}.\n`);
  process.stdout.write(`The lab is down. Its logs stay in ${logsFolder(folder)} until the next one.\n`);
}
