import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Users of the static token file, with the groups the API server's own RBAC bootstrap knows. */
const USERS = {
  admin: { user: 'lab-admin', groups: ['system:masters'] },
  controllerManager: { user: 'system:kube-controller-manager', groups: [] },
  scheduler: { user: 'system:kube-scheduler', groups: [] },
} as const;

export type UserName = keyof typeof USERS;

export interface Credentials {
  readonly tokenFile: string;
  readonly serviceAccountKeyFile: string;
  readonly tokens: Readonly<Record<UserName, string>>;
}

/** Written once per lab folder, read back afterwards. */
export async function ensureCredentials(folder: string): Promise<Credentials> {
  const tokenFile = join(folder, 'tokens.csv');
  const serviceAccountKeyFile = join(folder, 'service-account.key');
  if (!existsSync(tokenFile)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeSecret(serviceAccountKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const lines = Object.entries(USERS).map(
      ([name, { user, groups }]) => `${randomBytes(24).toString('hex')},${user},${name},"${groups.join(',')}"`,
    );
    await writeSecret(tokenFile, `${lines.join('\n')}\n`);
  }
  const rows = (await readFile(tokenFile, 'utf8')).trim().split('\n');
  const tokens = Object.fromEntries(rows.map((row) => row.split(',', 3)).map(([token, , name]) => [name, token]));
  return { tokenFile, serviceAccountKeyFile, tokens: tokens as Record<UserName, string> };
}

export function writeSecret(file: string, content: string): Promise<void> {
  return writeFile(file, content, { mode: 0o600 });
}
