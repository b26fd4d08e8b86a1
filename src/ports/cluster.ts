import type { Json, Manifest } from '../core/model/json.ts';
import type { Autoscaler, EventFact, MutatingWebhook, PodState, Reference } from '../core/model/observation.ts';
import type { ResourceRef } from '../core/model/resource-ref.ts';
import type { SchemaNode } from '../core/model/schema-node.ts';
import type { CallOptions } from './argocd.ts';

/*
 * One Kubernetes cluster, in domain words. Objects are raw JSON with managedFields: nothing is dropped, nothing is
 * defaulted. No access is a normal state: NotAllowedError and UnavailableError are answers a caller expects.
 */

interface ListOptions extends CallOptions {
  readonly labelSelector?: string;
  /** Names, labels, annotations, owners. A server that does not know the form sends whole objects. */
  readonly metadataOnly?: boolean;
}

export interface ClusterReader {
  version(options?: CallOptions): Promise<string>;
  /** What its clock says, to the second; undefined: it does not tell. */
  serverTime(options?: CallOptions): Promise<Date | undefined>;
  /** Application objects page by page, so that a fleet never stands in memory at once. */
  listApplications(namespace: string | undefined, options?: CallOptions): AsyncIterable<readonly Manifest[]>;
  /** Schemas of custom kinds, only the versions in use; null = the cluster has no such CRD. Cached by resourceVersion. */
  schemaFor(ref: ResourceRef, version: string, options?: CallOptions): Promise<SchemaNode | null>;
  /** Versions in which objects of a custom kind are stored, of the same CRD and cache; undefined = no such CRD. */
  storedVersions(ref: ResourceRef, version: string, options?: CallOptions): Promise<readonly string[] | undefined>;
  /** undefined: it does not exist. Secrets come as they are: mask before anything else sees them. */
  read(ref: ResourceRef, version: string, options?: CallOptions): Promise<Manifest | undefined>;
  list(
    kind: { readonly group: string; readonly version: string; readonly kind: string },
    namespace: string | undefined,
    options?: ListOptions,
  ): Promise<readonly Manifest[]>;
  /** HPAs, KEDA ScaledObjects and VPAs of a namespace; kinds that the cluster does not serve count as none. */
  autoscalers(namespace: string, options?: CallOptions): Promise<readonly Autoscaler[]>;
  mutatingWebhooks(options?: CallOptions): Promise<readonly MutatingWebhook[]>;
  /** Pods that belong to the workload, by owner references; worst first. */
  podsOf(workload: ResourceRef, options?: CallOptions): Promise<readonly PodState[]>;
  warningEvents(namespace: string, options?: CallOptions): Promise<readonly EventFact[]>;
  previousLog(
    pod: { readonly namespace: string; readonly name: string; readonly container?: string },
    tailLines: number,
    options?: CallOptions,
  ): Promise<readonly string[]>;
  /**
   * Everything that still refers to the object: nothing does, so a leftover is unused. A kind that cannot be listed fails
   * the whole question.
   */
  referencesTo(ref: ResourceRef, options?: CallOptions): Promise<readonly Reference[]>;
  /** SelfSubjectAccessReview. */
  canI(
    access: {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly namespace?: string;
      readonly subresource?: string;
    },
    options?: CallOptions,
  ): Promise<boolean>;
}

/** What must still be true of the object at the moment of the write. */
export interface Guard {
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface WriteOptions extends CallOptions {
  /** `dryRun=All`: admission and validation answer, nothing is stored. */
  readonly dryRun?: boolean;
}

export interface ClusterWriter {
  /** JSON merge patch. @throws StaleError when the guard does not hold. */
  patch(ref: ResourceRef, version: string, patch: Json, guard: Guard, options?: WriteOptions): Promise<Manifest>;
  /** @throws StaleError 'kubernetes.exists' when an object of that name is there. */
  create(manifest: Manifest, options?: WriteOptions): Promise<Manifest>;
  /** @throws StaleError when the guard does not hold. Resolves when the API server accepted the delete. */
  delete(ref: ResourceRef, version: string, guard: Guard, options?: WriteOptions): Promise<void>;
}
