import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeKubeconfig } from '../kubernetes/kubeconfig.ts';
import { requestToken } from '../kubernetes/service-account.ts';
import { type Cluster, kubeconfigFile } from '../kubernetes/start-cluster.ts';
import type { LabState } from '../lab-state.ts';
import { acceptsConnections, answersHttp } from '../readiness.ts';
import type { Supervisor } from '../supervisor.ts';
import { ACCOUNTS } from './accounts.ts';
import { mintToken } from './api-tokens.ts';
import { ARGOCD_NAMESPACE, installArgocd } from './install.ts';
import {
  type ArgocdSettings,
  applicationControllerSpec,
  applicationSetControllerSpec,
  argocdServerSpec,
  redisSpec,
  repoServerSpec,
} from './processes.ts';

/** Components that talk to the cluster do so as their own service account, with the rights Argo CD's manifest gives. */
const SERVICE_ACCOUNTS = [
  'argocd-server',
  'argocd-repo-server',
  'argocd-application-controller',
  'argocd-applicationset-controller',
];

export function argocdUrl({ ports }: Pick<LabState, 'ports'>): string {
  return `http://127.0.0.1:${ports.argocdServer}`;
}

export async function startArgocd(folder: string, cluster: Cluster, supervisor: Supervisor): Promise<void> {
  const { ports, argocdRelease } = supervisor.state();
  await installArgocd(cluster.client, argocdRelease);
  for (const account of SERVICE_ACCOUNTS) {
    const token = await requestToken(cluster.client, ARGOCD_NAMESPACE, account);
    await writeKubeconfig(kubeconfigFile(folder, account), { ...cluster.access, token }, ARGOCD_NAMESPACE);
  }

  for (const name of ['tmp', 'plugins', 'tls', 'ssh']) await mkdir(join(homeOf(folder), name), { recursive: true });
  const settings = argocdSettings(folder, supervisor.state());

  await supervisor.ensure(redisSpec(settings), () => acceptsConnections(ports.redis));
  await supervisor.ensure(repoServerSpec(settings), healthOf(ports.repoServerMetrics));
  await ensureServerAndController(supervisor, settings);
  await supervisor.ensure(applicationSetControllerSpec(settings), () =>
    // It serves no health path, on its probe address or elsewhere.
    answersHttp(`http://127.0.0.1:${ports.applicationSetMetrics}/metrics`),
  );

  for (const account of ACCOUNTS) {
    const { tokens } = supervisor.state();
    if (tokens[account] !== undefined) continue;
    const token = await mintToken(cluster.client, argocdUrl({ ports }), account);
    await supervisor.update({ tokens: { ...tokens, [account]: token } });
  }
}

export function argocdSettings(folder: string, state: LabState): ArgocdSettings {
  const { ports, redisPassword, argocdRelease: release } = state;
  const kubeconfigFor = (account: string) => kubeconfigFile(folder, account);
  return { folder: homeOf(folder), release, ports, redisPassword, kubeconfigFor };
}

export async function ensureServerAndController(supervisor: Supervisor, settings: ArgocdSettings): Promise<void> {
  const { argocdServer, applicationControllerMetrics } = settings.ports;
  await supervisor.ensure(argocdServerSpec(settings), healthOf(argocdServer));
  await supervisor.ensure(applicationControllerSpec(settings), healthOf(applicationControllerMetrics));
}

function healthOf(port: number): () => Promise<boolean> {
  return () => answersHttp(`http://127.0.0.1:${port}/healthz`);
}

function homeOf(folder: string): string {
  return join(folder, 'argocd');
}
