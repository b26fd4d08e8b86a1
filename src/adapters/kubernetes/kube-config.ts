import type { Cluster, KubeConfig, User } from '@kubernetes/client-node';
import { BotError, ConfigError } from '../../core/model/errors.ts';
import { ExecEntry } from './schema.ts';

/** Which cluster, and as whom. Without a file: $KUBECONFIG, ~/.kube/config, the pod's service account, in this order. */
export interface ConfigSource {
  /** Path of a kubeconfig. */
  readonly kubeConfig?: string;
  /** Default: the file's current context. */
  readonly context?: string;
  readonly inCluster?: boolean;
}

/** A context of the kubeconfig, so that a destination's URL can be matched with one. */
export interface KubeContext {
  readonly name: string;
  readonly server: string;
  readonly isCurrent: boolean;
}

export async function listContexts(source: Pick<ConfigSource, 'kubeConfig'>): Promise<readonly KubeContext[]> {
  const config = await parse(source);
  return config.getContexts().flatMap(({ name, cluster }) => {
    const server = config.getCluster(cluster)?.server;
    return server === undefined ? [] : [{ name, server, isCurrent: name === config.getCurrentContext() }];
  });
}

/** client-node costs 600 ms and 130 MB at import: it is loaded with the first cluster that is really asked. */
export async function loadKubeConfig(source: ConfigSource): Promise<{ config: KubeConfig; cluster: Cluster }> {
  const config = await parse(source);
  if (source.context !== undefined) {
    if (!config.getContextObject(source.context)) throw unknownContext(source.context, config);
    config.setCurrentContext(source.context);
  }
  const context = config.getCurrentContext();
  const cluster = config.getCurrentCluster();
  if (!cluster || !config.getCurrentUser())
    throw new ConfigError(
      'kubernetes.kubeconfig',
      `the kubeconfig has no complete context ${context ?? ''}: its cluster or its user is missing`,
      'name a context that exists (kubectl config get-contexts), or set current-context',
    );
  const reachable = permitPlainLoopback(cluster);
  config.clusters = config.clusters.map((other) => (other === cluster ? reachable : other));
  config.users = config.users.map((user) => informExecPlugin(user, reachable));
  return { config, cluster: reachable };
}

async function parse({ kubeConfig, inCluster }: ConfigSource): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  try {
    if (inCluster === true) config.loadFromCluster();
    else if (kubeConfig !== undefined) config.loadFromFile(kubeConfig);
    else config.loadFromDefault();
  } catch (error) {
    if (error instanceof BotError) throw error;
    throw new ConfigError(
      'kubernetes.kubeconfig',
      `the kubeconfig ${kubeConfig ?? ''} cannot be read`,
      'set KUBECONFIG to a readable kubeconfig, and check it with: kubectl config view',
      { cause: error },
    );
  }
  return config;
}

function unknownContext(context: string, config: KubeConfig): ConfigError {
  const names = config.getContexts().map(({ name }) => name);
  return new ConfigError(
    'kubernetes.context',
    `the kubeconfig has no context ${context}`,
    names.length === 0 ? 'add contexts to the kubeconfig' : `name one of: ${names.join(', ')}`,
  );
}

/**
 * client-node refuses plain http unless TLS verification is off. A loopback server (kubectl proxy, the simulator) may
 * speak it; any other address must say so in its kubeconfig, because tokens would travel in the clear.
 */
function permitPlainLoopback(cluster: Cluster): Cluster {
  const { protocol, hostname } = serverUrl(cluster);
  if (protocol !== 'http:' || cluster.skipTLSVerify) return cluster;
  if (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
    return { ...cluster, skipTLSVerify: true };
  throw new ConfigError(
    'kubernetes.plain-http',
    `cluster ${cluster.name} is addressed without TLS (${cluster.server})`,
    'use an https server, or set insecure-skip-tls-verify: true for it if plain http is meant',
  );
}

function serverUrl({ name, server }: Cluster): URL {
  if (URL.canParse(server)) return new URL(server);
  throw new ConfigError(
    'kubernetes.server',
    `cluster ${name} has no usable server address (${server})`,
    'write it as https://host:port into the kubeconfig',
  );
}

/** client-node runs exec plugins without KUBERNETES_EXEC_INFO, which the plugin protocol promises them. */
function informExecPlugin(user: User, cluster: Cluster): User {
  const { data: exec } = ExecEntry.safeParse(user.exec);
  if (!exec || exec.env.some(({ name }) => name === 'KUBERNETES_EXEC_INFO')) return user;
  const info = {
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: {
      interactive: false,
      ...(exec.provideClusterInfo
        ? { cluster: { server: cluster.server, 'certificate-authority-data': cluster.caData } }
        : {}),
    },
  };
  const env = [...exec.env, { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(info) }];
  return { ...user, exec: { ...exec, env } };
}
