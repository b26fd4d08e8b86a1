import { makeMasker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { NotFoundError, RejectedError } from '../../core/model/errors.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import type { Api } from './api.ts';
import { AUTOSCALER_KINDS, autoscalerOf } from './autoscaler.ts';
import { type Discovery, pathOf } from './discovery.ts';
import { notServed } from './errors.ts';
import { warningsOf } from './event-fact.ts';
import { logLines } from './log-lines.ts';
import { webhooksOf } from './mutating-webhook.ts';
import type { Objects } from './objects.ts';
import { rankedPod } from './pod-state.ts';
import { podsOf } from './pods-of.ts';
import { makeCustomResources } from './references/custom-resources.ts';
import { findReferences } from './references/find-references.ts';
import { AccessReview, Version } from './schema.ts';
import type { Schemas } from './schemas.ts';

export interface ReaderParts {
  readonly api: Api;
  readonly discovery: Discovery;
  readonly objects: Objects;
  readonly schemas: Schemas;
  readonly now: () => number;
}

const APPLICATION = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' } as const;
/** A tail of long lines must not fill the memory. */
const MAX_LOG_BYTES = 1_000_000;

export function makeReader({ api, discovery, objects, schemas, now }: ReaderParts): ClusterReader {
  const custom = makeCustomResources(objects, now);

  /** Empty: the kubelet has no such log. */
  async function logOf(
    pod: { readonly namespace: string; readonly name: string; readonly container: string | undefined },
    query: { readonly previous: boolean; readonly tailLines: number },
    options?: CallOptions,
  ): Promise<readonly string[]> {
    const kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
    const path = `${pathOf(kind, pod.namespace, pod.name)}/log`;
    try {
      const text = await api.text(
        {
          method: 'GET',
          path,
          query: { container: pod.container, limitBytes: MAX_LOG_BYTES, ...query },
          accept: '*/*',
          isRepeatable: true,
        },
        options,
      );
      return logLines(text, makeMasker());
    } catch (error) {
      // 400: no previous container, or this one has not started
      if (error instanceof RejectedError) return [];
      throw error;
    }
  }

  async function worstContainer(namespace: string, name: string, options?: CallOptions): Promise<string | undefined> {
    const pod = await objects.get({ group: '', kind: 'Pod', namespace, name }, 'v1', options);
    if (!pod)
      throw new NotFoundError(
        'kubernetes.not-found',
        `Kubernetes cluster ${api.cluster}: pod ${name} is not there`,
        'look for the pods of the workload again: pods are replaced',
      );
    return rankedPod(pod, new Date(now()), makeMasker()).state.container;
  }

  return {
    async version(options) {
      const version = await api.json({ method: 'GET', path: '/version', isRepeatable: true }, Version, options);
      return version.gitVersion;
    },

    serverTime: (options) => api.timeOf({ method: 'GET', path: '/version', isRepeatable: true }, options),

    async *listApplications(namespace, options) {
      if (!(await discovery.find(APPLICATION, options))) throw notServed(api.cluster, 'Argo CD Applications');
      yield* objects.pages(APPLICATION, namespace, options);
    },

    schemaFor: (ref, version, options) => schemas.find(ref, version, options),
    storedVersions: (ref, version, options) => schemas.storedVersions(ref, version, options),
    read: (ref, version, options) => objects.get(ref, version, options),
    list: (kind, namespace, options) => objects.all(kind, namespace, options),

    async autoscalers(namespace, options) {
      const lists = await Promise.all(
        AUTOSCALER_KINDS.map(async (kind) =>
          (await objects.all(kind, namespace, options)).map((manifest) => autoscalerOf(kind, manifest)),
        ),
      );
      return lists.flat();
    },

    async mutatingWebhooks(options) {
      const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingWebhookConfiguration' };
      return (await objects.all(kind, undefined, options)).flatMap(webhooksOf);
    },

    podsOf: (workload, options) => podsOf(objects, workload, new Date(now()), options),

    async warningEvents(namespace, options) {
      const kind = { group: '', version: 'v1', kind: 'Event' };
      const events = await objects.all(kind, namespace, { ...options, fieldSelector: 'type=Warning' });
      return warningsOf(events, makeMasker());
    },

    async previousLog({ namespace, name, container }, tailLines, options) {
      const pod = { namespace, name, container: container ?? (await worstContainer(namespace, name, options)) };
      const previous = await logOf(pod, { previous: true, tailLines }, options);
      return previous.length > 0 ? previous : await logOf(pod, { previous: false, tailLines }, options);
    },

    referencesTo: (ref, options) => findReferences(objects, custom, ref, options),

    async canI({ verb, group, resource, namespace, subresource }, options) {
      const resourceAttributes = {
        verb,
        group,
        resource,
        ...defined({ namespace, subresource }),
      };
      const review = await api.json(
        {
          method: 'POST',
          path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
          body: {
            apiVersion: 'authorization.k8s.io/v1',
            kind: 'SelfSubjectAccessReview',
            spec: { resourceAttributes },
          },
          isRepeatable: true,
        },
        AccessReview,
        options,
      );
      return review.status.allowed;
    },
  };
}
