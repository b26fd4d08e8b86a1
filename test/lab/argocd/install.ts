import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { locateProgram } from '../build/build-program.ts';
import { ARGOCD_RELEASES, type ArgocdRelease } from '../build/programs.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import { isJsonObject, type KubeClient } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { waitUntil } from '../wait-until.ts';
import { accountSettings, rbacSettings } from './accounts.ts';

export const ARGOCD_NAMESPACE = 'argocd';

/** The processes run outside the cluster, so of Argo CD's own manifest only what is not a workload is needed. */
const INSTALLED_KINDS: ReadonlySet<string> = new Set([
  'CustomResourceDefinition',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
]);

export async function installArgocd(client: KubeClient, release: ArgocdRelease): Promise<void> {
  const file = join(locateProgram(ARGOCD_RELEASES[release].argocd).folder, 'manifests/install.yaml');
  const documents = parseAllDocuments(await readFile(file, 'utf8')).map((document) => document.toJS() as Manifest);
  const namespace: Manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ARGOCD_NAMESPACE } };
  const wanted = documents.filter(({ kind }) => INSTALLED_KINDS.has(kind)).map(withLabSettings);
  await applyManifests(client, [namespace, ...wanted], ARGOCD_NAMESPACE);
  await waitUntil('the CRDs of Argo CD', async () => {
    const { status } = await client.call('GET', '/apis/argoproj.io/v1alpha1/applications');
    return status === 200 ? true : undefined;
  });
}

function withLabSettings(manifest: Manifest): Manifest {
  if (manifest.kind !== 'ConfigMap') return manifest;
  const extra = { 'argocd-cm': accountSettings(), 'argocd-rbac-cm': rbacSettings() }[String(manifest.metadata.name)];
  if (extra === undefined) return manifest;
  return { ...manifest, data: { ...(isJsonObject(manifest.data) ? manifest.data : {}), ...extra } };
}
