import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { labFolder } from './folders.ts';
import { findLabState } from './lab-state.ts';
import { stopProcess } from './processes.ts';
import { logsFolder } from './supervisor.ts';

const folder = labFolder();
const state = await findLabState(folder);
if (state === undefined) {
  process.stdout.write('The lab is not up.\n');
} else {
  for (const running of state.processes.toReversed()) await stopProcess(running);
  const kept = basename(logsFolder(folder));
  for (const name of await readdir(folder)) {
    if (name !== kept) await rm(join(folder, name), { recursive: true, force: true });
  }
  process.stdout.write(`The lab is down. Its logs stay in ${logsFolder(folder)} until the next one.\n`);
}
