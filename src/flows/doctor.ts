import { BotError } from '../core/model/errors.ts';
import type { AppHandle, CallOptions } from '../ports/argocd.ts';
import { ARGOCD_NEEDS } from '../ports/argocd-rights.ts';
import type { Clock } from '../ports/clock.ts';
import { CLUSTER_NEEDS } from '../ports/cluster-rights.ts';
import { checkClusterAccess } from './check-cluster-access.ts';
import type { ConnectedInstance } from './connected-instance.ts';

/** One thing that must be true for the product to work; a failed one says the line that repairs it. */
export interface Check {
  readonly instance: string;
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  /** '' when it is fine. */
  readonly repair: string;
}

export type Doctor = (instance: ConnectedInstance, options?: CallOptions) => Promise<readonly Check[]>;

/** Checks every dependency and permission of one instance. Never throws for what it checks: that is the answer. */
export function makeDoctor({ clock }: { readonly clock: Clock }): Doctor {
  return async (instance, options = {}) => {
    const { argocd, name } = instance;
    const check = async (
      what: string,
      run: () => Promise<{ ok: boolean; says: string; repair?: string }>,
    ): Promise<Check> => {
      try {
        const { ok, says, repair = '' } = await run();
        return { instance: name, name: what, ok, says, repair: ok ? '' : repair };
      } catch (error) {
        if (!(error instanceof BotError) || options.signal?.aborted) throw error;
        return { instance: name, name: what, ok: false, says: error.message, repair: error.hint };
      }
    };

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
    if (!token.ok) return [reached, token];
    const rights = await Promise.all(
      ARGOCD_NEEDS.map(({ right: [resource, action, object] }) =>
        check(`may ${action} ${resource}`, async () => ({
          ok: await argocd.canI(resource, action, object, options),
          says: `${resource}, ${action}, ${object}`,
          repair: `add to argocd-rbac-cm policy.csv: p, role:plumbline-read, ${resource}, ${action}, ${object}, allow`,
        })),
      ),
    );
    const settings = await check('tracking', async () => {
      const { trackingMethod = 'unknown', installationId } = await argocd.settings(options);
      return {
        ok: true,
        says: `by ${trackingMethod}${installationId === undefined ? ', no installation id' : `, installation ${installationId}`}`,
      };
    });
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
    return [
      reached,
      token,
      ...rights,
      settings,
      apps,
      tree,
      ...(await clusterChecks(instance, check, options)),
      ...(await destinationChecks(instance, check, options)),
    ];
  };

  async function clusterChecks(
    { clusters }: ConnectedInstance,
    check: (what: string, run: () => Promise<{ ok: boolean; says: string; repair?: string }>) => Promise<Check>,
    options: CallOptions,
  ): Promise<readonly Check[]> {
    const checks: Check[] = [];
    for (const [cluster, reader] of clusters) {
      const reached = await check(`cluster ${cluster} answers`, async () => ({
        ok: true,
        says: `Kubernetes ${await reader.version(options)} at ${clock.now().toISOString()}`,
      }));
      checks.push(reached);
      if (!reached.ok) continue;
      const needs = CLUSTER_NEEDS.map(({ purpose, rules }) =>
        check(`cluster ${cluster}: ${purpose}`, () => checkClusterAccess(reader, rules, options)),
      );
      checks.push(...(await Promise.all(needs)));
    }
    return checks;
  }

  /** Destinations of Argo CD without access of ours: normal, but findings there know less, so it is said. */
  async function destinationChecks(
    { argocd, clusterFor }: ConnectedInstance,
    check: (what: string, run: () => Promise<{ ok: boolean; says: string; repair?: string }>) => Promise<Check>,
    options: CallOptions,
  ): Promise<readonly Check[]> {
    return [
      await check('destinations', async () => {
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
      }),
    ];
  }
}
