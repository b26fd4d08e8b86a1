import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabPorts } from '../lab-state.ts';
import { acceptsConnections, answersHttp } from '../readiness.ts';
import type { Supervisor } from '../supervisor.ts';
import { applyManifests } from './apply.ts';
import {
  apiserverUrl,
  type ControlPlaneSettings,
  etcdSpec,
  isApiserverReady,
  kubeApiserverSpec,
  servingCertificateFile,
} from './control-plane.ts';
import { kubeControllerManagerSpec, kubeSchedulerSpec } from './controllers.ts';
import { ensureCredentials, type UserName } from './credentials.ts';
import { type KubeAccess, type KubeClient, makeKubeClient } from './kube-client.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { aNode, kwokSpec } from './kwok.ts';

const NODES = ['lab-node-1', 'lab-node-2'];

export interface Cluster {
  readonly access: KubeAccess;
  readonly client: KubeClient;
  readonly kubeconfig: string;
}

export async function startCluster(folder: string, ports: LabPorts, supervisor: Supervisor): Promise<Cluster> {
  const credentials = await ensureCredentials(join(folder, 'credentials'));
  const settings: ControlPlaneSettings = { folder, ports, credentials };
  await supervisor.ensure(etcdSpec(settings), () => answersHttp(`http://127.0.0.1:${ports.etcd}/health`));
  await supervisor.ensure(kubeApiserverSpec(settings), () => isApiserverReady(settings));

  const ca = await readFile(servingCertificateFile(folder), 'utf8');
  const accessOf = (user: UserName) => ({ server: apiserverUrl(ports), ca, token: credentials.tokens[user] });
  async function kubeconfigOf(user: UserName): Promise<string> {
    const file = kubeconfigFile(folder, user);
    await writeKubeconfig(file, accessOf(user));
    return file;
  }

  const kubeconfig = await kubeconfigOf('admin');
  const { kubeControllerManager, kubeScheduler } = ports;
  await supervisor.ensure(
    kubeControllerManagerSpec(settings, await kubeconfigOf('controllerManager'), kubeControllerManager),
    () => acceptsConnections(kubeControllerManager),
  );
  await supervisor.ensure(kubeSchedulerSpec(settings, await kubeconfigOf('scheduler'), kubeScheduler), () =>
    acceptsConnections(kubeScheduler),
  );

  const client = makeKubeClient(accessOf('admin'));
  await applyManifests(client, NODES.map(aNode));
  await supervisor.ensure(kwokSpec(kubeconfig, ports.kwok), () =>
    answersHttp(`http://127.0.0.1:${ports.kwok}/healthz`),
  );
  return { access: accessOf('admin'), client, kubeconfig };
}

export function kubeconfigFile(folder: string, name: string): string {
  return join(folder, 'credentials', `${name}.kubeconfig`);
}
