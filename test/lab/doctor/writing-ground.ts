import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from '../../../src/flows/doctor/check.ts';
import { mintToken } from '../argocd/api-tokens.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import { writeSecret } from '../kubernetes/credentials.ts';
import { makeKubeClient } from '../kubernetes/kube-client.ts';
import { writeKubeconfig } from '../kubernetes/kubeconfig.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { requestToken } from '../kubernetes/service-account.ts';
import { runPlumbline } from '../run-plumbline.ts';
import type { RunningLab } from '../running-lab.ts';
import {
  type PolicyRule,
  type Probe,
  readDeployed,
  readDeployedText,
  readPolicy,
  rulesOf,
  setPolicy,
  setRules,
  writePolicy,
} from './rights.ts';

/** Not the one of the reading account's suite: a namespace takes its time to go. */
const NAMESPACE = 'plumbline-changes';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const CLUSTER_ROLE = `${RBAC}/clusterroles/plumbline-write`;
const BUNDLE_ROLE = `${RBAC}/namespaces/${NAMESPACE}/roles/plumbline-bundles`;
const FILES = [
  'kubernetes/namespace',
  'kubernetes/service-account',
  'kubernetes/cluster-role',
  'kubernetes/cluster-role-binding',
  'remediation/service-account-write',
  'remediation/cluster-role-write',
  'remediation/role-bundles',
  'remediation/bindings-write',
];

export type WritingGround = Awaited<ReturnType<typeof makeWritingGround>>;

/** A lab where approved changes may be made, with the rights of deploy/remediation and nothing else. */
export async function makeWritingGround(lab: RunningLab) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
  const manifests = (await readDeployed(...FILES)).map(elsewhere);
  await applyManifests(lab.kube, manifests, NAMESPACE);
  const earlier = await readPolicy(lab);
  const reading = earlier.split('\n').filter((line) => line.includes('plumbline-read') && !line.includes('-write'));
  const policy = [...reading, ...(await readDeployedText('argocd-rbac-write.csv')).trim().split('\n')];
  await setPolicy(lab, policy, {
    account: 'plumbline-write',
    probe: ['applications', 'sync', '*/*'],
    isGranted: true,
  });

  async function kubeconfigFor(account: string): Promise<{ readonly file: string; readonly token: string }> {
    const token = await requestToken(lab.kube, NAMESPACE, account);
    const file = join(folder, `${account}.kubeconfig`);
    await writeKubeconfig(file, { ...lab.kubeServer, token });
    return { file, token };
  }
  const reads = await kubeconfigFor('plumbline');
  const writes = await kubeconfigFor('plumbline-write');
  const own = makeKubeClient({ ...lab.kubeServer, token: writes.token });
  const config = join(folder, 'plumbline.yml');

  async function plumbline(args: readonly string[], by: 'plumbline-read' | 'plumbline-write' = 'plumbline-write') {
    const argocd = { server: lab.argocdUrl, token: lab.tokenOf('plumbline-read') };
    const remediation = {
      enabled: true,
      argocdToken: by === 'plumbline-write' ? lab.tokenOf(by) : await mintToken(lab.kube, lab.argocdUrl, by),
      kubernetes: { kubeconfig: writes.file },
      bundleNamespace: NAMESPACE,
    };
    const instance = { name: 'lab', argocd, kubernetes: { kubeconfig: reads.file }, remediation };
    await writeSecret(config, `${JSON.stringify({ instances: [instance] }, null, 2)}\n`);
    const access = { argocdUrl: lab.argocdUrl, token: argocd.token, kubeconfig: reads.file };
    return runPlumbline(access, [...args, '--config', config]);
  }

  return {
    /** The program that ships, where changes are enabled; no Redis. */
    plumbline,
    rules: rulesOf(named(manifests, 'plumbline-write', 'ClusterRole')),
    bundleRules: rulesOf(named(manifests, 'plumbline-bundles', 'Role')),
    policy,
    namespace: NAMESPACE,
    /** Files; `writes` is the account of approved changes. */
    kubeconfigs: { reads: reads.file, writes: writes.file },

    /** `plumbline doctor --json` where changes are enabled, by this account of Argo CD. */
    async examine(by: 'plumbline-read' | 'plumbline-write' = 'plumbline-write') {
      const { code, out, err } = await plumbline(['doctor', '--json'], by);
      if (out === '') throw new Error(`plumbline doctor: exit code ${code}\n${err}`);
      return { code, checks: (JSON.parse(out) as { readonly checks: readonly Check[] }).checks };
    },

    /** Resolves once the API server's answer to `probe` is the expected one. */
    setRules: (rules: readonly PolicyRule[], probe: Probe, isGranted: boolean) =>
      setRules({ admin: lab.kube, own, path: CLUSTER_ROLE }, rules, probe, isGranted),
    setBundleRules: (rules: readonly PolicyRule[], probe: Probe, isGranted: boolean) =>
      setRules({ admin: lab.kube, own, path: BUNDLE_ROLE }, rules, probe, isGranted),
    setPolicy: (lines: readonly string[], probe: readonly string[], isGranted: boolean) =>
      setPolicy(lab, lines, { account: 'plumbline-write', probe, isGranted }),

    async close(): Promise<void> {
      await writePolicy(lab, earlier);
      for (const { kind, metadata } of manifests) {
        const plural = { ClusterRole: 'clusterroles', ClusterRoleBinding: 'clusterrolebindings' }[kind];
        if (plural !== undefined) await lab.kube.call('DELETE', `${RBAC}/${plural}/${String(metadata.name)}`);
      }
      await lab.kube.call('DELETE', `/api/v1/namespaces/${NAMESPACE}`);
      own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function named(manifests: readonly Manifest[], name: string, kind: string): Manifest | undefined {
  return manifests.find((one) => one.kind === kind && one.metadata.name === name);
}

/** The same manifest in this suite's namespace. */
function elsewhere(manifest: Manifest): Manifest {
  return JSON.parse(
    JSON.stringify(manifest, (key, value: unknown) => (key === 'namespace' ? NAMESPACE : value)),
    (key, value: unknown) => (key === 'metadata' && manifest.kind === 'Namespace' ? { name: NAMESPACE } : value),
  ) as Manifest;
}
