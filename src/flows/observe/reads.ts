import type { Masker } from '../../core/mask/mask.ts';
import type { Manifest } from '../../core/model/json.ts';
import type { AppState, OtherApp } from '../../core/model/observation.ts';
import { isSame, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { AppHandle, ArgoCdReader, CallOptions, TreeNode } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import type { Lookout } from './look.ts';
import type { SharedFacts } from './shared-facts.ts';

/** An observation masks with one masker, so that equal secrets stay equal. */
export type ObserveOptions = CallOptions & { readonly masker: Masker };

/** What an observation asks of Argo CD. */
export type ObservedArgoCd = Pick<
  ArgoCdReader,
  'getApp' | 'managedResources' | 'manifests' | 'resourceTree' | 'events' | 'logs' | 'revisionDetails' | 'windows'
>;

/** What it asks of the destination cluster. */
export type ObservedCluster = Pick<
  ClusterReader,
  | 'read'
  | 'schemaFor'
  | 'storedVersions'
  | 'autoscalers'
  | 'mutatingWebhooks'
  | 'referencesTo'
  | 'warningEvents'
  | 'previousLog'
>;

interface Readers {
  readonly handle: AppHandle;
  readonly argocd: ObservedArgoCd;
  /** undefined: the destination is out of reach, and facts from there stay unchecked. */
  readonly cluster: ObservedCluster | undefined;
  /** What several apps of a scan ask of a cluster. */
  readonly shared: SharedFacts;
  /** Other apps of the fleet that list the resource as theirs; undefined: nobody asked the others. */
  readonly otherAppsOf: (app: AppState, ref: ResourceRef) => readonly OtherApp[] | undefined;
  readonly lookout: Lookout;
  readonly options: ObserveOptions;
  readonly now: Date;
  readonly notHealthyAfterMs: number;
}

/** What the sources of one app's facts read from. What several facts are made of is asked for once. */
export interface Reads extends Readers {
  /** Argo CD's resource tree; undefined: it could not be looked at. */
  readonly tree: () => Promise<readonly TreeNode[] | undefined>;
  /** What Git renders of what wants pruning; undefined: it could not be looked at. */
  readonly rendered: () => Promise<readonly Manifest[] | undefined>;
}

/** @param pruned what Argo CD finds no manifest for; rendering costs the repo-server, masking costs us */
export function makeReads(readers: Readers, pruned: readonly ResourceRef[]): Reads {
  const { handle, argocd, lookout, options } = readers;
  // Git may leave the namespace to Argo CD: what is rendered is matched in full where it is used
  const only = (rendered: Pick<ResourceRef, 'group' | 'kind' | 'name'>): boolean =>
    pruned.some((ref) => isSame(ref, { ...rendered, namespace: ref.namespace }));
  return {
    ...readers,
    tree: once(() => lookout.look('the resource tree', () => argocd.resourceTree(handle, options))),
    rendered: once(() =>
      lookout.look('what Git renders', () => argocd.manifests(handle, undefined, { ...options, only })),
    ),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= load();
    return answer;
  };
}
