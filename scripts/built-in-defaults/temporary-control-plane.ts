import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  apiserverUrl,
  etcdSpec,
  isApiserverReady,
  kubeApiserverSpec,
  servingCertificateFile,
} from '../../test/lab/kubernetes/control-plane.ts';
import { ensureCredentials } from '../../test/lab/kubernetes/credentials.ts';
import { type KubeClient, makeKubeClient } from '../../test/lab/kubernetes/kube-client.ts';
import { pickPorts } from '../../test/lab/ports.ts';
import { type RunningProcess, startProcess, stopProcess } from '../../test/lab/processes.ts';
import { waitUntil } from '../../test/lab/wait-until.ts';

const INTERRUPTED = 130;

/** Runs `work` against an etcd and a kube-apiserver of its own, and removes both afterwards. */
export async function withControlPlane<T>(
  extraApiserverArgs: readonly string[],
  work: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-defaults-'));
  const running: RunningProcess[] = [];
  /** The processes have groups of their own, so an interrupt of this one does not reach them. */
  function abandon(): void {
    for (const one of running) void stopProcess(one);
    rmSync(folder, { recursive: true, force: true });
    process.exit(INTERRUPTED);
  }
  process.once('SIGINT', abandon).once('SIGTERM', abandon);
  try {
    const ports = await pickPorts(['etcd', 'etcdPeer', 'kubeApiserver']);
    const credentials = await ensureCredentials(folder);
    const settings = { folder, ports, credentials, extraApiserverArgs };
    running.push(await startProcess(etcdSpec(settings), join(folder, 'logs')));
    running.push(await startProcess(kubeApiserverSpec(settings), join(folder, 'logs')));
    await waitUntil('kube-apiserver', async () => (await isApiserverReady(settings)) || undefined);
    const ca = await readFile(servingCertificateFile(folder), 'utf8');
    const client = makeKubeClient({ server: apiserverUrl(ports), ca, token: credentials.tokens.admin });
    try {
      return await work(client);
    } finally {
      client.close();
    }
  } finally {
    process.off('SIGINT', abandon).off('SIGTERM', abandon);
    for (const one of running.toReversed()) await stopProcess(one);
    await rm(folder, { recursive: true, force: true });
  }
}
