import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { parse, stringify } from 'yaml';
import { describeKubernetes } from './kubernetes.contract.ts';

/*
 * PLUMBLINE_CONTRACT_KUBECONFIG: kubeconfig of a cluster where everything may be created and deleted.
 * PLUMBLINE_CONTRACT_CONTEXT: its context, by default the current one.
 */
const kubeconfig = process.env.PLUMBLINE_CONTRACT_KUBECONFIG;
const context = process.env.PLUMBLINE_CONTRACT_CONTEXT;

describe.runIf(kubeconfig !== undefined)('a cluster given from outside (PLUMBLINE_CONTRACT_KUBECONFIG)', () => {
  if (kubeconfig === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-contract-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  describeKubernetes('a live cluster', {
    kubeconfig,
    ...(context === undefined ? {} : { context }),
    restrictedKubeconfig: impersonating(kubeconfig, join(folder, 'restricted')),
  });
});

/** The same kubeconfig, acting as somebody without any rights. */
function impersonating(file: string, copy: string): string {
  const config = parse(readFileSync(file, 'utf8')) as { users: { user: object }[]; 'current-context': string };
  const users = config.users.map((entry) => ({ ...entry, user: { ...entry.user, as: 'plumbline-contract-nobody' } }));
  writeFileSync(copy, stringify({ ...config, users, 'current-context': context ?? config['current-context'] }));
  return copy;
}
