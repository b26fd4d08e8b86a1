import { type Cluster, makeCluster } from '../adapters/kubernetes/client.ts';
import type { InstanceConfig } from '../config/schema.ts';
import { defined } from '../core/model/defined.ts';
import type { AppState } from '../core/model/observation.ts';
import { isOwnCluster } from '../core/model/own-cluster.ts';
import type { Clock } from '../ports/clock.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Timed = { readonly clock?: Clock };

/** The clusters behind one Argo CD, with one kind of access. */
export interface Clusters {
  /** Where Argo CD itself runs; undefined: no access is configured. */
  readonly own: Cluster | undefined;
  readonly all: readonly Cluster[];
  readonly find: (destination: AppState['destination']) => Cluster | undefined;
}

export function clustersOf(
  instance: string,
  kubernetes: InstanceConfig['kubernetes'],
  env: Env,
  timed: Timed,
): Clusters {
  const own = ownCluster(instance, kubernetes, env, timed);
  const others = new Map(
    Object.entries(kubernetes?.destinations ?? {}).map(([destination, access]) => [
      destination,
      clusterAt(destination, kubernetes?.kubeconfig, access, timed),
    ]),
  );
  return {
    own,
    all: [...(own ? [own] : []), ...others.values()],
    find: (destination) =>
      others.get(destination.server ?? '') ??
      others.get(destination.name ?? '') ??
      (isOwnCluster(destination) ? own : undefined),
  };
}

/** Configured, or the environment's KUBECONFIG; a machine with neither looks through Argo CD only. */
function ownCluster(
  instance: string,
  kubernetes: InstanceConfig['kubernetes'],
  env: Env,
  timed: Timed,
): Cluster | undefined {
  if (kubernetes) return clusterAt(kubernetes.context ?? instance, kubernetes.kubeconfig, kubernetes, timed);
  const isInPod = env.KUBERNETES_SERVICE_HOST !== undefined;
  return env.KUBECONFIG || isInPod
    ? clusterAt(instance, undefined, { inCluster: isInPod && !env.KUBECONFIG }, timed)
    : undefined;
}

interface Access {
  readonly context?: string | undefined;
  readonly inCluster: boolean;
  readonly requestsPerSecond?: number | undefined;
}

function clusterAt(
  name: string,
  kubeConfig: string | undefined,
  { context, inCluster, requestsPerSecond }: Access,
  timed: Timed,
): Cluster {
  return makeCluster({
    name,
    inCluster,
    ...timed,
    ...defined({ kubeConfig, context, requestsPerSecond }),
  });
}
