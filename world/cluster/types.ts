import type { Json, Manifest } from '../../src/core/model/json.ts';
import type { ObjectType } from './typing/type-node.ts';

/*
 * The simulated outside world as a model. Simulated Argo CD and Kubernetes APIs are two views of it. It is a simulator:
 * it behaves like the real programs in what the product uses of them, and nowhere else.
 */

export interface ObjectKey {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface KindInfo {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly ('status' | 'scale')[];
  /** additionalPrinterColumns of a custom resource. */
  readonly columns?: readonly PrinterColumn[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly priority: number;
}

/** Who writes, as managedFields will record it. */
export interface WriteOptions {
  readonly manager: string;
  readonly subresource?: string;
  readonly dryRun?: boolean;
  /** Fields the kind does not have are a 400 instead of being dropped. */
  readonly strict?: boolean;
  /** Told about fields that were dropped. */
  warn?(message: string): void;
}

export interface ApplyOptions extends WriteOptions {
  readonly force?: boolean;
}

export interface DeleteOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
  /** What becomes of objects that name this one as owner; Background when left out. */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
}

export interface ClusterEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Manifest;
  /** How many reactions lie between this change and what somebody outside did. */
  readonly depth: number;
}

export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

/** `details` of a Status object. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly causes?: readonly StatusCause[];
}

/** An error of the API server: becomes a Status object with this code and reason on the wire. */
export class ApiStatusError extends Error {
  readonly code: number;
  readonly reason: string;
  readonly details: StatusDetails;

  constructor(code: number, reason: string, message: string, details: StatusDetails = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }
}

/** One cluster's objects with the API server's behaviour: versions, managedFields, CRD defaulting and pruning, built-in defaults. */
export interface ClusterModel {
  readonly server: string;
  kinds(): readonly KindInfo[];
  /** How values of the kind merge; undefined for a kind that is not served. */
  typeOf(kind: { readonly group: string; readonly kind: string }): ObjectType | undefined;
  get(key: ObjectKey): Manifest | undefined;
  list(kind: { readonly group: string; readonly kind: string }, namespace?: string): readonly Manifest[];
  /** Of the whole cluster; the list's resourceVersion. */
  resourceVersion(): string;
  create(manifest: Manifest, options: WriteOptions): Manifest;
  /** Full update; managedFields are computed from what changed. A stale metadata.resourceVersion is a 409. */
  update(manifest: Manifest, options: WriteOptions): Manifest;
  /** JSON merge patch on the stored object. */
  mergePatch(key: ObjectKey, patch: Json, options: WriteOptions): Manifest;
  /** kubectl's client-side apply as the API server sees it is a patch; this is server-side apply. */
  apply(manifest: Manifest, options: ApplyOptions): Manifest;
  delete(key: ObjectKey, options?: DeleteOptions): Manifest;
  /** Every change after the call, in order; returns the way to stop. */
  watch(listener: (event: ClusterEvent) => void): () => void;
  /** Text of a container's log. */
  log(
    pod: { readonly namespace: string; readonly name: string },
    container: string | undefined,
    previous: boolean,
  ): string | undefined;
  setLog(
    pod: { readonly namespace: string; readonly name: string },
    container: string,
    text: string,
    previous: boolean,
  ): void;
}

export interface Commit {
  readonly revision: string;
  readonly author: string;
  readonly date: string;
  readonly message: string;
}

/** A real bare repository. */
export interface GitModel {
  /** URL that `git clone` accepts; what Applications name as repoURL. */
  readonly url: string;
  resolve(revision: string): Promise<string | undefined>;
  /** Every file below `path` at the revision. */
  files(revision: string, path: string): Promise<ReadonlyMap<string, string>>;
  describe(revision: string): Promise<Commit | undefined>;
  /** null deletes the file. Resolves to the new revision of the branch. */
  commit(
    changes: ReadonlyMap<string, string | null>,
    message: string,
    options?: { readonly author?: string; readonly branch?: string; readonly date?: string },
  ): Promise<string>;
}

export interface WorldClock {
  now(): Date;
}
