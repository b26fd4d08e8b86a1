import type { CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreCheck } from '../../ports/self-check.ts';
import type { ConnectedInstance } from '../connected-instance.ts';
import type { Check } from './check.ts';
import { makeCheckInstance } from './check-instance.ts';
import { checkStore } from './check-store.ts';
import { checkWorkspace, type WorkspacePatient } from './check-workspace.ts';
import type { Remediation } from './check-writing.ts';

export type Doctor = (options?: CallOptions) => Promise<readonly Check[]>;

export interface DoctorDeps {
  readonly clock: Clock;
  readonly instances: readonly ConnectedInstance[];
  readonly remediationOf: (instance: string) => Remediation;
  /** undefined: not configured. */
  readonly slack: WorkspacePatient | undefined;
  readonly redis: { readonly store: StoreCheck; readonly clock: Clock } | undefined;
}

/** Checks every dependency and permission. Never throws for what it checks: that is the answer. */
export function makeDoctor({ clock, instances, remediationOf, slack, redis }: DoctorDeps): Doctor {
  const checkInstance = makeCheckInstance({ clock, remediationOf });
  return async (options = {}) => {
    const checks = await Promise.all([
      ...instances.map((instance) => checkInstance(instance, options)),
      checkWorkspace(slack, { ...options, clock }),
      checkStore(redis?.store, { ...options, clock: redis?.clock ?? clock }),
    ]);
    return checks.flat();
  };
}
