import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_PACKAGES = { 'redis-server': 'redis-server', git: 'git', jq: 'jq' } as const;

export type SystemProgram = keyof typeof DEBIAN_PACKAGES;

export function findSystemProgram(name: SystemProgram, env = process.env): string {
  const candidates = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = candidates.find(isExecutable);
  if (found === undefined) {
    throw new Error(`${name} is not in PATH. On Debian: apt-get install -y ${DEBIAN_PACKAGES[name]}`);
  }
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
