import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import { isJsonObject, type Json, type KubeClient } from '../kubernetes/kube-client.ts';
import type { RunningLab } from '../running-lab.ts';
import { waitUntil } from '../wait-until.ts';
import { listAt, objectAt, textAt } from './application.ts';
import { CRD_GROUP, PREFIX } from './scenario.ts';

/** Applications first, or auto-sync would bring back what is deleted after them. */
const COLLECTIONS = [
  `/apis/argoproj.io/v1alpha1/namespaces/${ARGOCD_NAMESPACE}/applications`,
  '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
  '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  '/api/v1/namespaces',
  '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/networking.k8s.io/v1/ingressclasses',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  `/apis/argoproj.io/v1alpha1/namespaces/${ARGOCD_NAMESPACE}/appprojects`,
];
const GONE_TIMEOUT_MS = 180_000;

/** Removes what scenarios of this or an earlier run left, and nothing else. */
export async function cleanUp(lab: RunningLab): Promise<void> {
  for (const collection of COLLECTIONS) {
    for (const name of await ours(lab.kube, collection)) await lab.kube.call('DELETE', `${collection}/${name}`);
  }
  await releaseHooks(lab.kube);
  for (const collection of COLLECTIONS) {
    await waitUntil(
      `${collection} to be empty of ${PREFIX}*`,
      async () => ((await ours(lab.kube, collection)).length === 0 ? true : undefined),
      GONE_TIMEOUT_MS,
    );
  }
  const folders = await readdir(lab.gitFolder).catch(() => []);
  for (const folder of folders.filter((name) => name.startsWith(PREFIX)))
    await rm(join(lab.gitFolder, folder), { recursive: true, force: true });
}

/** Argo CD holds a running hook by a finalizer, which nobody takes off once its application is gone. */
async function releaseHooks(kube: KubeClient): Promise<void> {
  const answer = await kube.expect('GET', '/apis/batch/v1/jobs');
  for (const job of isJsonObject(answer) ? listAt(answer, 'items') : []) {
    const { name, namespace } = objectAt(job, 'metadata');
    if (!String(namespace).startsWith(PREFIX)) continue;
    const path = `/apis/batch/v1/namespaces/${String(namespace)}/jobs/${String(name)}`;
    await kube.call('PATCH', path, { metadata: { finalizers: null } }, 'application/merge-patch+json');
  }
}

async function ours(kube: KubeClient, collection: string): Promise<readonly string[]> {
  const answer: Json = await kube.expect('GET', collection);
  const names = isJsonObject(answer)
    ? listAt(answer, 'items').map((item) => textAt(objectAt(item, 'metadata'), 'name'))
    : [];
  return names.filter((name) => name.startsWith(PREFIX) || name.endsWith(`.${CRD_GROUP}`));
}
