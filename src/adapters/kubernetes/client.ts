import type { Clock } from '../../ports/clock.ts';
import type { ClusterReader, ClusterWriter } from '../../ports/cluster.ts';
import { makeAccess } from './access.ts';
import { makeApi } from './api.ts';
import { makeDiscovery } from './discovery.ts';
import type { ConfigSource } from './kube-config.ts';
import { makeObjects } from './objects.ts';
import { makeReader } from './reader.ts';
import { makeSchemas } from './schemas.ts';
import { makeWriter } from './writer.ts';

export interface ClusterSettings extends ConfigSource {
  /** How people call the cluster: it stands in every error. */
  readonly name: string;
  readonly requestsPerSecond?: number;
  /** Of one attempt. */
  readonly timeoutMs?: number;
  /** What the age of remembered answers is taken from. */
  readonly clock?: Clock;
}

export interface Cluster {
  readonly name: string;
  readonly reader: ClusterReader;
  readonly writer: ClusterWriter;
  /** Drops the connections. Requests under way fail. */
  close(): Promise<void>;
}

/** Generous for an API server, which fends for itself with 429; a ceiling against our own mistakes. */
const REQUESTS_PER_SECOND = 50;
const TIMEOUT_MS = 15_000;

/** Touches neither disk nor network before the first question. @throws ConfigError then, if the kubeconfig is no good. */
export function makeCluster(settings: ClusterSettings): Cluster {
  const access = makeAccess(settings.name, settings);
  const api = makeApi({
    cluster: settings.name,
    access,
    requestsPerSecond: settings.requestsPerSecond ?? REQUESTS_PER_SECOND,
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
  });
  const now = () => (settings.clock?.now() ?? new Date()).getTime();
  const discovery = makeDiscovery(api, now);
  const objects = makeObjects(api, discovery);
  const schemas = makeSchemas(api, discovery, now);
  return {
    name: settings.name,
    reader: makeReader({ api, discovery, objects, schemas, now }),
    writer: makeWriter(api, objects),
    close: () => access.close(),
  };
}
