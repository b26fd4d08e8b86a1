import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ConfigError } from '../../core/model/errors.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];

export function findRedisServer(path: string): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** What a person runs to have it. */
export const INSTALL = process.platform === 'darwin' ? 'brew install redis' : 'apt-get install -y redis-server';

export function noRedisServer(): ConfigError {
  return new ConfigError(
    'redis.no-server',
    'REDIS_URL is not set and there is no redis-server on the path to start one.',
    `Run ${INSTALL}, or set REDIS_URL.`,
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
