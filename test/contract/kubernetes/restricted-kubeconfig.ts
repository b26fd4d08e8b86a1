import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** The same kubeconfig, acting as somebody without any rights. Returns the copy's path. */
export function writeRestrictedKubeconfig(file: string, copy: string, context?: string): string {
  const config = parse(readFileSync(file, 'utf8')) as { users: { user: object }[]; 'current-context': string };
  const users = config.users.map((entry) => ({ ...entry, user: { ...entry.user, as: 'plumbline-contract-nobody' } }));
  writeFileSync(copy, stringify({ ...config, users, 'current-context': context ?? config['current-context'] }));
  return copy;
}
