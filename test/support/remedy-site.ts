import { makeArgoCd } from '../../src/adapters/argocd/client.ts';
import { makeBundles } from '../../src/adapters/kubernetes/bundles.ts';
import { makeCluster } from '../../src/adapters/kubernetes/client.ts';
import type { Memory } from '../../src/adapters/redis/client.ts';
import { defined } from '../../src/core/model/defined.ts';
import type { Policy } from '../../src/core/policy/policy.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeAuditPlan } from '../../src/flows/remedy/audit-plan.ts';
import { type ExecuteDeps, type ExecutePlan, makeExecutePlan } from '../../src/flows/remedy/execute-plan.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Pace } from '../../src/ports/pace.ts';
import { UNHURRIED } from './pace.ts';

/* The adapters that ship, wired to execute plans against a simulated world; in a test's process or in one of its own. */

export interface SiteAddress {
  readonly server: string;
  readonly token: string;
  readonly writeToken: string;
  /** Of the account that reads, and of the one that makes approved changes. */
  readonly readConfig: string;
  readonly writeConfig: string;
  readonly bundleNamespace: string;
}

export const INSTANCE = 'prod';
export const [ADA, GRACE, LIN] = ['U0ADA', 'U0GRACE', 'U0LIN'] as const;

export const POLICY: Policy = {
  roles: {
    'platform-operator': { users: [ADA, GRACE, LIN], groups: [] },
    'break-glass': { users: [LIN], groups: [] },
  },
  grants: ['platform-operator', 'break-glass'].map((role) => ({
    role,
    request: [0, 1, 2, 3],
    approve: [1, 2, 3],
    instances: ['*'],
    projects: ['*'],
    apps: ['*'],
    environments: ['*'],
  })),
};

export interface SiteOptions
  extends Partial<Pick<ExecuteDeps, 'publishPlan' | 'policy' | 'frozenBy' | 'clock' | 'countFindings' | 'digestKey'>> {
  readonly restoresByItself?: boolean;
  readonly log?: Log;
  /** Another than the usual one, whose patience is that of the clock. */
  readonly pace?: Pace;
}

export interface ExecutingSite {
  readonly instance: ConnectedInstance;
  readonly executePlan: ExecutePlan;
  close(): Promise<void>;
}

export function connectSite(address: SiteAddress, memory: Memory, options: SiteOptions = {}): ExecutingSite {
  const clock = options.clock ?? { now: () => new Date() };
  const { server, token, writeToken } = address;
  const argocd = makeArgoCd({ name: INSTANCE, server, token, writeToken, requestsPerSecond: 1000 });
  const reading = makeCluster({ name: 'reads', kubeConfig: address.readConfig, requestsPerSecond: 1000 });
  const changing = makeCluster({ name: 'changes', kubeConfig: address.writeConfig, requestsPerSecond: 1000 });
  const { writer, writerRights } = argocd;
  if (!writer || !writerRights) throw new TypeError('a write token was given');
  const instance: ConnectedInstance = {
    name: INSTANCE,
    argocd: argocd.reader,
    ownCluster: reading.reader,
    clusters: new Map(),
    clusterFor: () => reading.reader,
    writing: {
      argocd: writer,
      rights: writerRights,
      ownCluster: changing,
      clusterFor: () => changing,
      bundles: makeBundles({ ...changing, namespace: address.bundleNamespace }),
      restoresByItself: options.restoresByItself ?? false,
    },
    close: async () => void (await Promise.all([argocd.close(), reading.close(), changing.close()])),
  };
  return {
    instance,
    executePlan: makeExecutePlan({
      instance,
      plans: memory.plans,
      locks: memory.locks,
      auditPlan: makeAuditPlan(memory.ledger),
      publishPlan: options.publishPlan ?? (async () => undefined),
      policy: options.policy ?? POLICY,
      directory: { person: async (id) => ({ id, groups: [] }) },
      frozenBy: options.frozenBy ?? (() => undefined),
      countFindings: options.countFindings ?? countOutOfSync(instance),
      pace: options.pace ?? UNHURRIED,
      clock,
      log: options.log ?? SILENT,
      ...defined({ digestKey: options.digestKey }),
    }),
    close: instance.close,
  };
}

/** Enough where nobody asks what the findings are, and quickly loaded. */
function countOutOfSync({ argocd }: ConnectedInstance): ExecuteDeps['countFindings'] {
  return async (ref, signal) => {
    const { resources } = await argocd.getApp({ ref }, { signal });
    return resources.filter(({ status }) => status === 'OutOfSync').length;
  };
}

export const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => SILENT,
};
