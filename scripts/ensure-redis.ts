import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { findRedisServer, INSTALL } from '../src/adapters/redis/redis-server.ts';

/*
 * The tests and the demo run a real redis-server. Where it is missing, it is installed if that needs nobody's leave: as root,
 * with apt-get. Otherwise the one line to run is printed.
 */
function install(): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options: SpawnSyncOptions = { stdio: ['ignore', 2, 2], env };
  const aptGet = (...args: readonly string[]) => spawnSync('apt-get', [...args], options).status === 0;
  return aptGet('update', '-qq') && aptGet('install', '-y', '-qq', '--no-install-recommends', 'redis-server');
}

const has = () => findRedisServer(process.env.PATH ?? '') !== undefined;

if (!has()) {
  if (process.getuid?.() === 0) install();
  if (!has()) {
    console.error(`redis-server is missing. Run: ${INSTALL}`);
    process.exit(1);
  }
}
