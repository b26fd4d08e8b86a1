import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { AccountName } from '../argocd/accounts.ts';
import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import { isJsonObject, type JsonObject, type KubeClient } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { objectAt, textAt } from '../replay/application.ts';
import type { RunningLab } from '../running-lab.ts';
import { waitUntil } from '../wait-until.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const ARGOCD_RBAC = `/api/v1/namespaces/${ARGOCD_NAMESPACE}/configmaps/argocd-rbac-cm`;
const MERGE = 'application/merge-patch+json';

export interface PolicyRule extends JsonObject {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** A right that only the role in question grants. */
export interface Probe {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Left out: everywhere. */
  readonly namespace?: string;
}

/** The objects of files in deploy/, in their order. */
export async function readDeployed(...files: readonly string[]): Promise<readonly Manifest[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(DEPLOY, `${file}.yaml`), 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
}

export function readDeployedText(file: string): Promise<string> {
  return readFile(join(DEPLOY, file), 'utf8');
}

export function rulesOf(role: Manifest | undefined): readonly PolicyRule[] {
  return (role?.rules ?? []) as unknown as readonly PolicyRule[];
}

/** Resolves once the API server's answer to `probe` is the expected one. */
export async function setRules(
  { admin, own, path }: { readonly admin: KubeClient; readonly own: KubeClient; readonly path: string },
  rules: readonly PolicyRule[],
  probe: Probe,
  isGranted: boolean,
): Promise<void> {
  await admin.expect('PATCH', path, { rules }, MERGE);
  await waitUntil('the API server to take in the role', async () =>
    (await mayUse(own, probe)) === isGranted ? true : undefined,
  );
}

async function mayUse(own: KubeClient, { verb, group, resource: name, namespace = '' }: Probe): Promise<boolean> {
  const [resource = '', subresource = ''] = name.split('/');
  const answer = await own.expect('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { group, resource, subresource, verb, namespace } },
  });
  return isJsonObject(answer) && objectAt(answer, 'status').allowed === true;
}

export async function readPolicy({ kube }: RunningLab): Promise<string> {
  const configured = await kube.expect('GET', ARGOCD_RBAC);
  return isJsonObject(configured) ? textAt(objectAt(configured, 'data'), 'policy.csv') : '';
}

export async function writePolicy({ kube }: RunningLab, policy: string): Promise<void> {
  await kube.expect('PATCH', ARGOCD_RBAC, { data: { 'policy.csv': policy } }, MERGE);
}

/** Resolves once Argo CD's answer to `probe` (resource, action, object) is the expected one for the account. */
export async function setPolicy(
  lab: RunningLab,
  lines: readonly string[],
  { account, probe, isGranted }: { account: AccountName; probe: readonly string[]; isGranted: boolean },
): Promise<void> {
  await writePolicy(lab, `${lines.join('\n')}\n`);
  const path = `/api/v1/account/can-i/${probe.join('/')}`;
  await waitUntil('Argo CD to take in the policy', async () => {
    const { value } = await lab.argocdAs(account).get(path);
    return (value === 'yes') === isGranted ? true : undefined;
  });
}
