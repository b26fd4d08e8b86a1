import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import type { ProcessSpec } from '../processes.ts';
import type { Credentials } from './credentials.ts';
import { makeKubeClient } from './kube-client.ts';

export interface ControlPlanePorts {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly kubeApiserver: number;
}

export interface ControlPlaneSettings {
  readonly folder: string;
  readonly ports: ControlPlanePorts;
  readonly credentials: Credentials;
  readonly extraApiserverArgs?: readonly string[];
}

export function etcdSpec({ folder, ports }: ControlPlaneSettings): ProcessSpec {
  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  return {
    name: 'etcd',
    command: locateProgram(PROGRAMS.etcd).binary,
    args: [
      '--name=lab',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=lab=${peer}`,
      '--unsafe-no-fsync',
    ],
  };
}

export function kubeApiserverSpec(settings: ControlPlaneSettings): ProcessSpec {
  const { folder, ports, credentials, extraApiserverArgs = [] } = settings;
  return {
    name: 'kube-apiserver',
    command: locateProgram(PROGRAMS.kubeApiserver).binary,
    args: [
      `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${ports.kubeApiserver}`,
      // Endpoints of the `kubernetes` Service may not be loopback addresses, so none are written.
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      `--cert-dir=${join(folder, 'pki')}`,
      `--token-auth-file=${credentials.tokenFile}`,
      '--authorization-mode=Node,RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${credentials.serviceAccountKeyFile}`,
      `--service-account-signing-key-file=${credentials.serviceAccountKeyFile}`,
      '--service-cluster-ip-range=10.96.0.0/16',
      '--allow-privileged=true',
      ...extraApiserverArgs,
    ],
  };
}

export function apiserverUrl(ports: ControlPlanePorts): string {
  return `https://127.0.0.1:${ports.kubeApiserver}`;
}

/** The API server signs its own serving certificate into --cert-dir; the file also holds the CA. */
export function servingCertificateFile(folder: string): string {
  return join(folder, 'pki', 'apiserver.crt');
}

export async function isApiserverReady({ folder, ports, credentials }: ControlPlaneSettings): Promise<boolean> {
  const certificate = servingCertificateFile(folder);
  if (!existsSync(certificate)) return false;
  const ca = await readFile(certificate, 'utf8');
  const client = makeKubeClient({ server: apiserverUrl(ports), ca, token: credentials.tokens.admin });
  try {
    const { status } = await client.call('GET', '/readyz');
    return status === 200;
  } finally {
    client.close();
  }
}
