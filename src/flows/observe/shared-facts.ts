import { type JsonObject, objectAt } from '../../core/model/json.ts';
import type { Autoscaler, MutatingWebhook } from '../../core/model/observation.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';

/** The part of a cluster that is asked for all apps at once. */
export type SharedReader = Pick<ClusterReader, 'autoscalers' | 'mutatingWebhooks' | 'read'>;

/** What several apps of one scan ask of a cluster: fetched once, whoever asks first. A failure is remembered too. */
export interface SharedFacts {
  autoscalers(cluster: SharedReader, namespace: string, options?: CallOptions): Promise<readonly Autoscaler[]>;
  webhooks(cluster: SharedReader, options?: CallOptions): Promise<readonly MutatingWebhook[]>;
  /** undefined: there is no such namespace. */
  namespaceLabels(cluster: SharedReader, namespace: string, options?: CallOptions): Promise<JsonObject | undefined>;
}

export function makeSharedFacts(): SharedFacts {
  const autoscalers = makeOnce<readonly Autoscaler[]>();
  const webhooks = makeOnce<readonly MutatingWebhook[]>();
  const namespaceLabels = makeOnce<JsonObject | undefined>();
  return {
    autoscalers: (cluster, namespace, options) =>
      autoscalers(cluster, namespace, options, () => cluster.autoscalers(namespace, options)),
    webhooks: (cluster, options) => webhooks(cluster, '', options, () => cluster.mutatingWebhooks(options)),
    namespaceLabels: (cluster, namespace, options) =>
      namespaceLabels(cluster, namespace, options, async () => {
        const ref = { group: '', kind: 'Namespace', namespace: '', name: namespace };
        const found = await cluster.read(ref, 'v1', options);
        return found && objectAt(found, 'metadata', 'labels');
      }),
  };
}

interface Asked<T> {
  readonly answer: Promise<T>;
  /** Whoever asked first may be called away; that is no answer to the others. */
  readonly signal: AbortSignal | undefined;
}

type Once<T> = (
  cluster: SharedReader,
  key: string,
  options: CallOptions | undefined,
  fetch: () => Promise<T>,
) => Promise<T>;

function makeOnce<T>(): Once<T> {
  const known = new WeakMap<SharedReader, Map<string, Asked<T>>>();
  return async (cluster, key, options, fetch) => {
    const ofCluster = known.get(cluster) ?? new Map<string, Asked<T>>();
    known.set(cluster, ofCluster);
    while (true) {
      const asked = ofCluster.get(key) ?? { answer: fetch(), signal: options?.signal };
      ofCluster.set(key, asked);
      try {
        return await asked.answer;
      } catch (error) {
        if (!asked.signal?.aborted) throw error;
        if (ofCluster.get(key) === asked) ofCluster.delete(key);
        if (asked.signal === options?.signal || options?.signal?.aborted) throw error;
      }
    }
  };
}
