import type { AppHandle, CallOptions } from '../../ports/argocd.ts';
import { ARGOCD_NEEDS } from '../../ports/argocd-rights.ts';
import type { Clock } from '../../ports/clock.ts';
import { CLUSTER_NEEDS } from '../../ports/cluster-rights.ts';
import type { ConnectedInstance } from '../connected-instance.ts';
import { type Check, makeRunCheck, type Outcome, type RunCheck } from './check.ts';
import { checkClock } from './check-clock.ts';
import { checkClusterAccess } from './check-cluster-access.ts';
import { checkRight } from './check-right.ts';
import { checkWriting, type Remediation } from './check-writing.ts';

export type CheckInstance = (instance: ConnectedInstance, options?: CallOptions) => Promise<readonly Check[]>;

export interface CheckInstanceDeps {
  readonly clock: Clock;
  /** What is configured for the instance of this name. */
  readonly remediationOf: (instance: string) => Remediation;
}

/** Every dependency and permission of one instance. */
export function makeCheckInstance({ clock, remediationOf }: CheckInstanceDeps): CheckInstance {
  return async (instance, options = {}) => {
    const { argocd, name } = instance;
    const check = makeRunCheck(name, options);
    const reached = await check('Argo CD answers', async () => ({
      ok: true,
      says: `version ${await argocd.version(options)}`,
    }));
    if (!reached.ok) return [reached];
    const token = await check('the token is accepted', async () => {
      const { loggedIn, username } = await argocd.whoAmI(options);
      return {
        ok: loggedIn,
        says: loggedIn ? `as ${username}` : 'Argo CD treats us as nobody',
        repair: 'make a new token: argocd account generate-token --account plumbline',
      };
    });
    const clocks = await check('clock', () => checkClock(clock, () => argocd.serverTime(options)));
    if (!token.ok) return [reached, token, clocks];
    const rights = await Promise.all(
      ARGOCD_NEEDS.map(({ right }) =>
        check(`may ${right[1]} ${right[0]}`, () => checkRight(argocd, right, 'role:plumbline-read', options)),
      ),
    );
    return [
      reached,
      token,
      clocks,
      ...rights,
      await check('tracking', () => trackingOf(instance, options)),
      ...(await appChecks(instance, check, options)),
      ...(await clusterChecks(instance, check, options)),
      await check('destinations', () => destinationsOf(instance, options)),
      ...(await checkWriting(instance, remediationOf(name), check, options)),
    ];
  };

  async function clusterChecks(
    { clusters }: ConnectedInstance,
    check: RunCheck,
    options: CallOptions,
  ): Promise<readonly Check[]> {
    const checks: Check[] = [];
    for (const [cluster, reader] of clusters) {
      const reached = await check(`cluster ${cluster} answers`, async () => ({
        ok: true,
        says: `Kubernetes ${await reader.version(options)}`,
      }));
      checks.push(reached);
      if (!reached.ok) continue;
      const grantedBy = 'deploy/kubernetes/cluster-role.yaml';
      const needs = CLUSTER_NEEDS.map(({ purpose, rules }) =>
        check(`cluster ${cluster}: ${purpose}`, () => checkClusterAccess({ reader, rules, grantedBy }, options)),
      );
      const clocks = check(`cluster ${cluster}: clock`, () => checkClock(clock, () => reader.serverTime(options)));
      checks.push(...(await Promise.all([clocks, ...needs])));
    }
    return checks;
  }
}

async function trackingOf({ argocd }: ConnectedInstance, options: CallOptions): Promise<Outcome> {
  const { trackingMethod = 'unknown', installationId } = await argocd.settings(options);
  const installation = installationId === undefined ? ', no installation id' : `, installation ${installationId}`;
  return { ok: true, says: `by ${trackingMethod}${installation}` };
}

async function appChecks(
  { argocd }: ConnectedInstance,
  check: RunCheck,
  options: CallOptions,
): Promise<readonly Check[]> {
  let first: AppHandle | undefined;
  const apps = await check('applications are visible', async () => {
    let count = 0;
    for await (const { ref, project } of argocd.listApps({}, options)) {
      first ??= { ref, project };
      count += 1;
    }
    return {
      ok: count > 0,
      says: `${count} applications`,
      repair: 'the list is filtered by RBAC: check the projects of the token’s role',
    };
  });
  const tree = await check('the resource tree is readable', async () => {
    if (!first) return { ok: true, says: 'no application to try it on' };
    return { ok: true, says: `${(await argocd.resourceTree(first, options)).length} nodes in ${first.ref.name}` };
  });
  return [apps, tree];
}

/** Destinations of Argo CD without access of ours: normal, but findings there know less, so it is said. */
async function destinationsOf({ argocd, clusterFor }: ConnectedInstance, options: CallOptions): Promise<Outcome> {
  const known = await argocd.clusters(options);
  const blind = known.filter(({ server, name }) => clusterFor({ server, name }) === undefined);
  const broken = known.filter(({ status }) => status === 'Failed');
  if (broken.length > 0)
    return {
      ok: false,
      says: `Argo CD cannot reach ${broken.map(({ name }) => name).join(', ')}: ${broken[0]?.message ?? ''}`,
      repair: 'mend the cluster’s credentials in Argo CD',
    };
  return {
    ok: true,
    says:
      blind.length === 0
        ? `${known.length} reachable`
        : `${known.length}, of which ${blind.length} only through Argo CD (no kube context configured)`,
  };
}
