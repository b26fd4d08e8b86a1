import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from '../../../src/flows/doctor/check.ts';
import type { AccountName } from '../argocd/accounts.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import { makeKubeClient } from '../kubernetes/kube-client.ts';
import { writeKubeconfig } from '../kubernetes/kubeconfig.ts';
import { requestToken } from '../kubernetes/service-account.ts';
import { runPlumbline } from '../run-plumbline.ts';
import type { RunningLab } from '../running-lab.ts';
import { type PolicyRule, readDeployed, readPolicy, rulesOf, setPolicy, setRules, writePolicy } from './rights.ts';

const NAMESPACE = 'plumbline';
const CLUSTER_ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterroles/plumbline-read';

export type DoctorGround = Awaited<ReturnType<typeof makeDoctorGround>>;

/** A lab where Plumbline has the rights of deploy/kubernetes and of one Argo CD account, and nothing else. */
export async function makeDoctorGround(lab: RunningLab) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
  const manifests = await readDeployed(
    'kubernetes/namespace',
    'kubernetes/service-account',
    'kubernetes/cluster-role',
    'kubernetes/cluster-role-binding',
  );
  const rules = rulesOf(manifests.find(({ kind }) => kind === 'ClusterRole'));
  await applyManifests(lab.kube, manifests, NAMESPACE);
  const token = await requestToken(lab.kube, NAMESPACE, 'plumbline');
  const kubeconfig = join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfig, { ...lab.kubeServer, token });
  const own = makeKubeClient({ ...lab.kubeServer, token });
  const policy = await readPolicy(lab);

  return {
    rules,
    policy: policy.trim().split('\n'),

    /** `plumbline doctor --json` with these rights. */
    async examine(as: AccountName = 'plumbline-read'): Promise<{ code: number | null; checks: readonly Check[] }> {
      const access = { argocdUrl: lab.argocdUrl, token: lab.tokenOf(as), kubeconfig };
      const { code, out, err } = await runPlumbline(access, ['doctor', '--json']);
      if (out === '') throw new Error(`plumbline doctor: exit code ${code}\n${err}`);
      return { code, checks: (JSON.parse(out) as { readonly checks: readonly Check[] }).checks };
    },

    /** Resolves once the API server refuses, or grants again, what `changed` asks for. */
    setRules(wanted: readonly PolicyRule[], changed: PolicyRule): Promise<void> {
      const { apiGroups, resources, verbs } = changed;
      const probe = { verb: verbs[0] ?? '', group: apiGroups[0] ?? '', resource: resources[0] ?? '' };
      return setRules({ admin: lab.kube, own, path: CLUSTER_ROLE }, wanted, probe, wanted.includes(changed));
    },

    /** Resolves once Argo CD's answer to `probe` (resource, action, object) is the expected one. */
    setPolicy(lines: readonly string[], probe: readonly string[], isGranted: boolean): Promise<void> {
      return setPolicy(lab, lines, { account: 'plumbline-read', probe, isGranted });
    },

    async close(): Promise<void> {
      await writePolicy(lab, policy);
      await lab.kube.call('DELETE', CLUSTER_ROLE);
      await lab.kube.call('DELETE', CLUSTER_ROLE.replace('clusterroles', 'clusterrolebindings'));
      await lab.kube.call('DELETE', `/api/v1/namespaces/${NAMESPACE}`);
      own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
