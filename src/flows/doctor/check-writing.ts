import type { CallOptions } from '../../ports/argocd.ts';
import { ARGOCD_WRITE_NEEDS } from '../../ports/argocd-rights.ts';
import { BUNDLE_NEED, CLUSTER_WRITE_NEEDS } from '../../ports/cluster-write-rights.ts';
import type { ConnectedInstance, WritableCluster, WritingInstance } from '../connected-instance.ts';
import type { Check, Outcome, RunCheck } from './check.ts';
import { checkClusterAccess } from './check-cluster-access.ts';
import { checkRight } from './check-right.ts';

/** As it is configured for an instance; undefined: nothing may be changed there. */
export type Remediation = { readonly bundleNamespace: string } | undefined;

const ROLE_FILE = 'deploy/remediation/cluster-role-write.yaml';
const BUNDLE_FILE = 'deploy/remediation/role-bundles.yaml';
const SECOND_ACCOUNT =
  'make a second account (deploy/argocd-account-write.patch.yaml) and give its token as remediation.argocdToken: argocd account generate-token --account plumbline-write';

/** This process answers people; another one changes things. */
const HELD_ELSEWHERE: Outcome = {
  ok: true,
  isNote: true,
  says: 'allowed; the worker holds the account for them, so that they are checked there',
  repair: 'kubectl -n plumbline exec deploy/plumbline-worker -- node bin/plumbline.js doctor',
};

/** Whether what was approved can be carried out, with an account that does nothing else. */
export async function checkWriting(
  instance: ConnectedInstance,
  remediation: Remediation,
  check: RunCheck,
  options: CallOptions,
): Promise<readonly Check[]> {
  const { writing } = instance;
  if (remediation === undefined) {
    return [await check('changes', async () => ({ ok: true, says: 'observe only (remediation.enabled is off)' }))];
  }
  if (writing === undefined) return [await check('changes', async () => HELD_ELSEWHERE)];
  const account = await check('changes: the token is accepted', async () => {
    const { loggedIn, username } = await writing.rights.whoAmI(options);
    return { ok: loggedIn, says: loggedIn ? `as ${username}` : 'Argo CD treats it as nobody', repair: SECOND_ACCOUNT };
  });
  if (!account.ok) return [account];
  const separate = await check('changes: the account is another one', () => isSeparate(instance, writing, options));
  const rights = ARGOCD_WRITE_NEEDS.map(({ right }) =>
    check(`changes: may ${right[1]} ${right[0]}`, () =>
      checkRight(writing.rights, right, 'role:plumbline-write', options),
    ),
  );
  return [
    account,
    separate,
    ...(await Promise.all(rights)),
    ...(await clusterChecks(instance, writing, check, options)),
    await check('changes: dumps', () => bundlesOf(writing, remediation.bundleNamespace, options)),
  ];
}

async function isSeparate(
  { argocd }: ConnectedInstance,
  { rights }: WritingInstance,
  options: CallOptions,
): Promise<Outcome> {
  const [reads, writes] = await Promise.all([argocd.whoAmI(options), rights.whoAmI(options)]);
  return reads.username === writes.username
    ? {
        ok: false,
        says: `${reads.username} reads and writes: whoever gets hold of the token that only has to read can change things`,
        repair: SECOND_ACCOUNT,
      }
    : { ok: true, says: `${reads.username} reads, ${writes.username} writes` };
}

/** Clusters that may be written to, by the name people know them by; the first is the one that keeps the Applications. */
async function clustersOf(
  { argocd }: ConnectedInstance,
  { ownCluster, clusterFor }: WritingInstance,
  options: CallOptions,
): Promise<ReadonlyMap<WritableCluster, string>> {
  const clusters = new Map<WritableCluster, string>(ownCluster === undefined ? [] : [[ownCluster, 'in-cluster']]);
  for (const { server, name } of await argocd.clusters(options)) {
    const cluster = clusterFor({ server, name });
    if (cluster !== undefined && !clusters.has(cluster)) clusters.set(cluster, name);
  }
  return clusters;
}

async function clusterChecks(
  instance: ConnectedInstance,
  writing: WritingInstance,
  check: RunCheck,
  options: CallOptions,
): Promise<readonly Check[]> {
  let clusters: ReadonlyMap<WritableCluster, string> = new Map();
  const known = await check('changes: clusters', async () => {
    clusters = await clustersOf(instance, writing, options);
    return clusters.size > 0
      ? { ok: true, says: [...clusters.values()].join(', ') }
      : { ok: true, isNote: true, says: 'no access to any: only syncs and rollbacks of Argo CD can be offered' };
  });
  const checks = [...clusters].flatMap(([cluster, name]) =>
    CLUSTER_WRITE_NEEDS.filter(
      ({ isOwnClusterOnly }) => isOwnClusterOnly !== true || cluster === writing.ownCluster,
    ).map(({ purpose, rules, orElse }) => {
      const question = { reader: cluster.reader, rules, grantedBy: ROLE_FILE };
      return check(`changes in cluster ${name}: ${purpose}`, () =>
        checkClusterAccess(orElse === undefined ? question : { ...question, orElse }, options),
      );
    }),
  );
  return [known, ...(await Promise.all(checks))];
}

async function bundlesOf({ ownCluster }: WritingInstance, namespace: string, options: CallOptions): Promise<Outcome> {
  if (ownCluster === undefined) {
    return {
      ok: false,
      says: 'there is no access to the cluster that Argo CD runs in, where dumps are kept: nothing can be deleted',
      repair: 'give access to it under instances[].kubernetes',
    };
  }
  const { rules } = BUNDLE_NEED;
  return checkClusterAccess({ reader: ownCluster.reader, rules, grantedBy: BUNDLE_FILE, namespace }, options);
}
