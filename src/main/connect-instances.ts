import { readFile } from 'node:fs/promises';
import { type ArgoCd, type ArgoCdOptions, makeArgoCd } from '../adapters/argocd/client.ts';
import { makeBundles } from '../adapters/kubernetes/bundles.ts';
import type { Config, InstanceConfig } from '../config/schema.ts';
import { defined } from '../core/model/defined.ts';
import { ConfigError } from '../core/model/errors.ts';
import type { ConnectedInstance, WritingInstance } from '../flows/connected-instance.ts';
import type { Clock } from '../ports/clock.ts';
import type { Pace } from '../ports/pace.ts';
import { type Clusters, clustersOf } from './clusters-of.ts';

type ArgoCdLimit = NonNullable<ArgoCdOptions['limiter']>;
type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** A rate limit that several processes share; without it each has its own. */
  readonly limiterFor?: (instance: string, perSecond: number) => ArgoCdLimit;
  readonly clock?: Clock;
  readonly pace?: Pace;
  /** Whether the credential that writes is taken up where there is one. Who only reads must not hold it. */
  readonly writing?: boolean;
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

async function connect(instance: InstanceConfig, env: Env, options: ConnectOptions): Promise<ConnectedInstance> {
  const { name, argocd, kubernetes, remediation } = instance;
  const { limiterFor, clock, pace } = options;
  const ca = argocd.caFile === undefined ? undefined : await readCa(argocd.caFile);
  const writeToken = options.writing === true && remediation.enabled ? remediation.argocdToken : undefined;
  const connection = makeArgoCd({
    name,
    server: argocd.server,
    token: argocd.token,
    insecure: argocd.insecure,
    requestsPerSecond: argocd.requestsPerSecond,
    timeoutMs: argocd.timeout,
    ...defined({ writeToken, ca }),
    ...(pace === undefined ? {} : { timing: { now: pace.now, sleep: pace.wait, random: Math.random } }),
    ...(limiterFor === undefined ? {} : { limiter: limiterFor(name, argocd.requestsPerSecond) }),
  });
  const timed = clock === undefined ? {} : { clock };
  const reading = clustersOf(name, kubernetes, env, timed);
  const isShared = writeToken === undefined || remediation.kubernetes === undefined;
  const writing = isShared ? reading : clustersOf(name, remediation.kubernetes, env, timed);
  return {
    name,
    argocd: connection.reader,
    ownCluster: reading.own?.reader,
    clusters: new Map(reading.all.map((cluster) => [cluster.name, cluster.reader])),
    clusterFor: (destination) => reading.find(destination)?.reader,
    ...(writeToken === undefined ? {} : writingOf(connection, writing, remediation)),
    close: async () => {
      const clusters = new Set([...reading.all, ...writing.all]);
      await Promise.all([connection.close(), ...[...clusters].map((cluster) => cluster.close())]);
    },
  };
}

function writingOf(
  { writer, writerRights }: ArgoCd,
  { own, find }: Clusters,
  { bundleNamespace, restoreByItself }: InstanceConfig['remediation'],
): { readonly writing?: WritingInstance } {
  if (writer === undefined || writerRights === undefined) return {};
  return {
    writing: {
      argocd: writer,
      rights: writerRights,
      ownCluster: own,
      clusterFor: find,
      bundles: own && makeBundles({ reader: own.reader, writer: own.writer, namespace: bundleNamespace }),
      restoresByItself: restoreByItself,
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
