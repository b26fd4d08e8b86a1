import type { ArgoCdRights, CallOptions } from '../../ports/argocd.ts';
import type { Outcome } from './check.ts';

/** One line of Argo CD's policy. */
export async function checkRight(
  account: ArgoCdRights,
  [resource, action, object]: readonly [string, string, string],
  role: string,
  options: CallOptions,
): Promise<Outcome> {
  return {
    ok: await account.canI(resource, action, object, options),
    says: `${resource}, ${action}, ${object}`,
    repair: `add to argocd-rbac-cm policy.csv: p, ${role}, ${resource}, ${action}, ${object}, allow`,
  };
}
