import type { RequestOptions } from 'node:https';
import type { Cluster, KubeConfig } from '@kubernetes/client-node';
import { Agent, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { BotError, UnavailableError } from '../../core/model/errors.ts';
import { type ConfigSource, loadKubeConfig } from './kube-config.ts';
import { untilAborted } from './shared-calls.ts';

export interface Entry {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
}

export interface Access {
  entry(signal: AbortSignal): Promise<Entry>;
  /** These credentials got a 401. The next entry reads files and asks the plugin anew: client-node would keep the token. */
  reject(entry: Entry): void;
  close(): Promise<void>;
}

interface Loaded {
  readonly config: KubeConfig;
  readonly server: string;
  readonly dispatcher: Dispatcher;
}

/** One cluster's door: its address, who we are, and the only connection pool that leads there. */
export function makeAccess(name: string, source: ConfigSource): Access {
  let loading: Promise<Loaded> | undefined;
  let current: Loaded | undefined;

  async function load(): Promise<Loaded> {
    loading ??= open(name, source);
    const attempt = loading;
    try {
      const loaded = await attempt;
      if (loading === attempt) current = loaded;
      return loaded;
    } catch (error) {
      if (loading === attempt) loading = undefined;
      throw error;
    }
  }

  return {
    async entry(signal) {
      const { config, server, dispatcher } = await untilAborted(load(), signal);
      const headers = untilAborted(authenticate(name, config, server), signal);
      return { server, dispatcher, headers: await headers };
    },
    reject({ dispatcher }) {
      if (current?.dispatcher !== dispatcher) return;
      loading = undefined;
      current = undefined;
      // requests under way finish on the old pool
      dispatcher.close().catch(() => undefined);
    },
    async close() {
      const last = loading;
      const open = current;
      loading = undefined;
      current = undefined;
      // a login that is still under way may never end: it is not waited for
      if (open) await open.dispatcher.destroy();
      else last?.then(({ dispatcher }) => dispatcher.destroy()).catch(() => undefined);
    },
  };
}

async function open(name: string, source: ConfigSource): Promise<Loaded> {
  const { config, cluster } = await loadKubeConfig(source);
  const dispatcher = await loggedIn(name, () => makeDispatcher(config, cluster));
  return { config, server: cluster.server.replace(/\/+$/, ''), dispatcher };
}

async function authenticate(name: string, config: KubeConfig, server: string): Promise<Record<string, string>> {
  const { HttpMethod, RequestContext } = await import('@kubernetes/client-node');
  const context = new RequestContext(server, HttpMethod.GET);
  await loggedIn(name, () => config.applySecurityAuthentication(context));
  return context.getHeaders();
}

const POOL = { connections: 10, allowH2: false, keepAliveTimeout: 30_000 } as const;

async function makeDispatcher(config: KubeConfig, { proxyUrl }: Cluster): Promise<Dispatcher> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { ca, cert, key, passphrase, rejectUnauthorized, servername } = options;
  const tls = { ca, cert, key, passphrase, rejectUnauthorized, servername };
  if (proxyUrl === undefined) return new Agent({ ...POOL, connect: { ...tls, keepAliveInitialDelay: 30_000 } });
  return proxyUrl.startsWith('socks')
    ? new Socks5ProxyAgent(proxyUrl, { ...POOL, requestTls: tls })
    : new ProxyAgent({ ...POOL, uri: proxyUrl, requestTls: tls });
}

/** Token files, OIDC and exec plugins fail in words of their own. */
async function loggedIn<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BotError) throw error;
    throw new UnavailableError(
      'kubernetes.login',
      `logging in to Kubernetes cluster ${name} failed`,
      `run any kubectl command with the context of cluster ${name}: it shows what its login plugin or files lack`,
      { cause: error },
    );
  }
}
