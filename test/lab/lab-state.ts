import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountName } from './argocd/accounts.ts';
import type { ArgocdPorts } from './argocd/processes.ts';
import type { ArgocdRelease } from './build/programs.ts';
import type { ControlPlanePorts } from './kubernetes/control-plane.ts';
import { pickPorts } from './ports.ts';
import type { RunningProcess } from './processes.ts';

export type LabPorts = ControlPlanePorts &
  ArgocdPorts & { readonly kubeControllerManager: number; readonly kubeScheduler: number; readonly kwok: number };

/** `lab.json`: what a later `up`, `down` or `status` needs to know of this lab. Holds secrets. */
export interface LabState {
  readonly argocdRelease: ArgocdRelease;
  readonly ports: LabPorts;
  readonly redisPassword: string;
  /** In the order they were started. */
  readonly processes: readonly RunningProcess[];
  readonly tokens: Readonly<Partial<Record<AccountName, string>>>;
}

const PORT_NAMES = [
  'etcd',
  'etcdPeer',
  'kubeApiserver',
  'kubeControllerManager',
  'kubeScheduler',
  'kwok',
  'redis',
  'repoServer',
  'repoServerMetrics',
  'argocdServer',
  'argocdServerMetrics',
  'applicationControllerMetrics',
  'applicationSetMetrics',
  'applicationSetProbe',
  'applicationSetWebhook',
] as const satisfies readonly (keyof LabPorts)[];

export async function makeLabState(argocdRelease: ArgocdRelease): Promise<LabState> {
  const redisPassword = randomBytes(24).toString('hex');
  return { argocdRelease, ports: await pickPorts(PORT_NAMES), redisPassword, processes: [], tokens: {} };
}

export async function findLabState(folder: string): Promise<LabState | undefined> {
  const file = stateFile(folder);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as LabState) : undefined;
}

export async function saveLabState(folder: string, state: LabState): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${stateFile(folder)}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(`${stateFile(folder)}.new`, stateFile(folder));
}

function stateFile(folder: string): string {
  return join(folder, 'lab.json');
}
