import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Check } from '../../../src/flows/doctor/check.ts';
import type { AccountName } from '../argocd/accounts.ts';
import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import { isJsonObject, type JsonObject, type KubeClient, makeKubeClient } from '../kubernetes/kube-client.ts';
import { writeKubeconfig } from '../kubernetes/kubeconfig.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { requestToken } from '../kubernetes/service-account.ts';
import { objectAt, textAt } from '../replay/application.ts';
import { runPlumbline } from '../run-plumbline.ts';
import type { RunningLab } from '../running-lab.ts';
import { waitUntil } from '../wait-until.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy/kubernetes');
const NAMESPACE = 'plumbline';
const CLUSTER_ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterroles/plumbline-read';
const ARGOCD_RBAC = `/api/v1/namespaces/${ARGOCD_NAMESPACE}/configmaps/argocd-rbac-cm`;
const MERGE = 'application/merge-patch+json';

export interface PolicyRule extends JsonObject {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

export type DoctorGround = Awaited<ReturnType<typeof makeDoctorGround>>;

/** A lab where Plumbline has the rights of deploy/kubernetes and of one Argo CD account, and nothing else. */
export async function makeDoctorGround(lab: RunningLab) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
  const [namespace, account, role, binding] = await Promise.all(
    ['namespace', 'service-account', 'cluster-role', 'cluster-role-binding'].map(readManifest),
  );
  const rules = (role?.rules ?? []) as unknown as readonly PolicyRule[];
  const manifests = [namespace, account, role, binding].filter((manifest) => manifest !== undefined);
  await applyManifests(lab.kube, manifests, NAMESPACE);
  const token = await requestToken(lab.kube, NAMESPACE, 'plumbline');
  const kubeconfig = join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfig, { ...lab.kubeServer, token });
  const own = makeKubeClient({ ...lab.kubeServer, token });
  const configured = await lab.kube.expect('GET', ARGOCD_RBAC);
  const policy = isJsonObject(configured) ? textAt(objectAt(configured, 'data'), 'policy.csv') : '';

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

    /** Resolves once the API server refuses, or grants again, what `probe` asks for. */
    async setRules(wanted: readonly PolicyRule[], probe: PolicyRule): Promise<void> {
      await lab.kube.expect('PATCH', CLUSTER_ROLE, { rules: wanted }, MERGE);
      const isGranted = wanted.includes(probe);
      await waitUntil('the API server to take in the role', async () =>
        (await mayUse(own, probe)) === isGranted ? true : undefined,
      );
    },

    /** Resolves once Argo CD's answer to `probe` (resource, action, object) is the expected one. */
    async setPolicy(lines: readonly string[], probe: readonly string[], isGranted: boolean): Promise<void> {
      await lab.kube.expect('PATCH', ARGOCD_RBAC, { data: { 'policy.csv': `${lines.join('\n')}\n` } }, MERGE);
      const path = `/api/v1/account/can-i/${probe.join('/')}`;
      await waitUntil('Argo CD to take in the policy', async () => {
        const { value } = await lab.argocdAs('plumbline-read').get(path);
        return (value === 'yes') === isGranted ? true : undefined;
      });
    },

    async close(): Promise<void> {
      await lab.kube.expect('PATCH', ARGOCD_RBAC, { data: { 'policy.csv': policy } }, MERGE);
      await lab.kube.call('DELETE', CLUSTER_ROLE);
      await lab.kube.call('DELETE', CLUSTER_ROLE.replace('clusterroles', 'clusterrolebindings'));
      await lab.kube.call('DELETE', `/api/v1/namespaces/${NAMESPACE}`);
      own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readManifest(name: string): Promise<Manifest> {
  return parse(await readFile(join(DEPLOY, `${name}.yaml`), 'utf8')) as Manifest;
}

async function mayUse(own: KubeClient, { apiGroups, resources, verbs }: PolicyRule): Promise<boolean> {
  const [resource = '', subresource = ''] = (resources[0] ?? '').split('/');
  const answer = await own.expect('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { group: apiGroups[0] ?? '', resource, subresource, verb: verbs[0] ?? '' } },
  });
  return isJsonObject(answer) && objectAt(answer, 'status').allowed === true;
}
