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
  const { ports, redisPassword, argocdRelease: release } = supervisor.state();
  await installArgocd(cluster.client, release);
  for (const account of SERVICE_ACCOUNTS) {
    const token = await requestToken(cluster.client, ARGOCD_NAMESPACE, account);
    await writeKubeconfig(kubeconfigFile(folder, account), { ...cluster.access, token }, ARGOCD_NAMESPACE);
  }

  const home = join(folder, 'argocd');
  for (const name of ['tmp', 'plugins', 'tls', 'ssh']) await mkdir(join(home, name), { recursive: true });
  const kubeconfigFor = (account: string) => kubeconfigFile(folder, account);
  const settings: ArgocdSettings = { folder: home, release, ports, redisPassword, kubeconfigFor };

  const healthOf = (port: number) => () => answersHttp(`http://127.0.0.1:${port}/healthz`);
  await supervisor.ensure(redisSpec(settings), () => acceptsConnections(ports.redis));
  await supervisor.ensure(repoServerSpec(settings), healthOf(ports.repoServerMetrics));
  await supervisor.ensure(argocdServerSpec(settings), healthOf(ports.argocdServer));
  await supervisor.ensure(applicationControllerSpec(settings), healthOf(ports.applicationControllerMetrics));
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
