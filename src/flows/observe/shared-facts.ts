import type { Autoscaler, MutatingWebhook } from '../../core/model/observation.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';

/** What several apps of one scan ask of a cluster: fetched once, whoever asks first. A failure is remembered too. */
export interface SharedFacts {
  autoscalers(cluster: ClusterReader, namespace: string, options?: CallOptions): Promise<readonly Autoscaler[]>;
  webhooks(cluster: ClusterReader, options?: CallOptions): Promise<readonly MutatingWebhook[]>;
}

export function makeSharedFacts(): SharedFacts {
  const autoscalers = new WeakMap<ClusterReader, Map<string, Promise<readonly Autoscaler[]>>>();
  const webhooks = new WeakMap<ClusterReader, Promise<readonly MutatingWebhook[]>>();
  return {
    autoscalers(cluster, namespace, options) {
      const known = autoscalers.get(cluster) ?? new Map<string, Promise<readonly Autoscaler[]>>();
      autoscalers.set(cluster, known);
      const asked = known.get(namespace) ?? cluster.autoscalers(namespace, options);
      known.set(namespace, asked);
      return asked;
    },
    webhooks(cluster, options) {
      const asked = webhooks.get(cluster) ?? cluster.mutatingWebhooks(options);
      webhooks.set(cluster, asked);
      return asked;
    },
  };
}
