import { readFile } from 'node:fs/promises';
import { type ArgoCdOptions, makeArgoCd } from '../adapters/argocd/client.ts';
import { type Cluster, makeCluster } from '../adapters/kubernetes/client.ts';
import type { Config, InstanceConfig } from '../config/schema.ts';
import { ConfigError } from '../core/model/errors.ts';
import { isOwnCluster } from '../core/model/own-cluster.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import type { Clock } from '../ports/clock.ts';

type ArgoCdLimit = NonNullable<ArgoCdOptions['limiter']>;
type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** A rate limit that several processes share; without it each has its own. */
  readonly limiterFor?: (instance: string, perSecond: number) => ArgoCdLimit;
  readonly clock?: Clock;
}

/** The configured instances, or the one that was named. Nothing is contacted yet. */
export async function connectInstances(
  config: Pick<Config, 'instances'>,
  only: string | undefined,
  env: Env,
  options: ConnectOptions = {},
): Promise<readonly ConnectedInstance[]> {
  const chosen = config.instances.filter(({ name }) => only === undefined || name === only);
  if (chosen.length > 0) return Promise.all(chosen.map((instance) => connect(instance, env, options)));
  if (only !== undefined) {
    throw new ConfigError(
      'config.no-such-instance',
      `no instance called ${only} is configured`,
      `configured: ${config.instances.map(({ name }) => name).join(', ') || 'none'}`,
    );
  }
  throw new ConfigError(
    'config.no-instance',
    'no Argo CD is configured',
    'set ARGOCD_SERVER and ARGOCD_AUTH_TOKEN, or write instances into plumbline.yml',
  );
}

async function connect(
  { name, argocd, kubernetes }: InstanceConfig,
  env: Env,
  { limiterFor, clock }: ConnectOptions,
): Promise<ConnectedInstance> {
  const ca = argocd.caFile === undefined ? undefined : await readCa(argocd.caFile);
  const connection = makeArgoCd({
    name,
    server: argocd.server,
    token: argocd.token,
    insecure: argocd.insecure,
    requestsPerSecond: argocd.requestsPerSecond,
    timeoutMs: argocd.timeout,
    ...(ca === undefined ? {} : { ca }),
    ...(limiterFor === undefined ? {} : { limiter: limiterFor(name, argocd.requestsPerSecond) }),
  });
  const timed = clock === undefined ? {} : { clock };
  const own = ownCluster(name, kubernetes, env, timed);
  const others = new Map(
    Object.entries(kubernetes?.destinations ?? {}).map(([destination, access]) => [
      destination,
      clusterAt(destination, kubernetes?.kubeconfig, access, timed),
    ]),
  );
  const all = [...(own ? [own] : []), ...others.values()];
  return {
    name,
    argocd: connection.reader,
    ownCluster: own?.reader,
    clusters: new Map(all.map((cluster) => [cluster.name, cluster.reader])),
    clusterFor: (destination) =>
      (
        others.get(destination.server ?? '') ??
        others.get(destination.name ?? '') ??
        (isOwnCluster(destination) ? own : undefined)
      )?.reader,
    close: async () => {
      await Promise.all([connection.close(), ...all.map((cluster) => cluster.close())]);
    },
  };
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError('config.ca', `cannot read the CA file ${file}`, 'correct argocd.caFile', { cause: error });
  }
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

type Timed = Pick<ConnectOptions, 'clock'>;

interface Access {
  readonly context?: string | undefined;
  readonly inCluster: boolean;
}

function clusterAt(
  name: string,
  kubeConfig: string | undefined,
  { context, inCluster }: Access,
  timed: Timed,
): Cluster {
  return makeCluster({
    name,
    inCluster,
    ...timed,
    ...(kubeConfig === undefined ? {} : { kubeConfig }),
    ...(context === undefined ? {} : { context }),
  });
}
