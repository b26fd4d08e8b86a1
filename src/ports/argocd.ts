import type { Masker } from '../core/mask/mask.ts';
import type { Manifest } from '../core/model/json.ts';
import type { AppRef, AppState, EventFact, InstanceState, Opening, SyncWindow } from '../core/model/observation.ts';
import type { ResourceRef } from '../core/model/resource-ref.ts';
import type { ListedApp, ListedResource } from '../core/scan/listed-app.ts';
import type { ProbedResource } from '../core/scan/probe.ts';

/*
 * One Argo CD instance, in domain words. Every method takes a signal, is bounded in time, retries what is worth it and
 * throws only the errors of core/model/errors.ts: NotFoundError, NotAllowedError, UnavailableError, RejectedError.
 * Texts are redacted before they leave the adapter.
 */

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** One masker for all calls of an observation: the same secret then has the same mask everywhere. */
  readonly masker?: Masker;
}

/** An app with what a call needs besides its name. `project` is sent once it is known: docs/facts.md#403-or-404. */
export interface AppHandle {
  readonly ref: AppRef;
  readonly project?: string;
}

export interface AppSelector {
  readonly projects?: readonly string[];
  readonly name?: string;
}

/** What a list says of an app, with all its resources. Reduce it to a ListedApp before the next one comes. */
export interface AppListing extends ListedApp {
  readonly resources: readonly ListedResource[];
}

/** One row of managed-resources. The inner JSON is parsed when asked for: in-sync resources never are. */
export interface ManagedResource {
  readonly ref: ResourceRef;
  readonly resourceVersion: string;
  readonly modified: boolean;
  /** Argo CD reports it: modified, or not in Git. */
  readonly isDrifting: boolean;
  readonly target: () => Manifest | null;
  readonly live: () => Manifest | null;
  readonly normalizedLive: () => Manifest | null;
  readonly predicted: () => Manifest | null;
}

export interface TreeNode extends ResourceRef {
  readonly version: string;
  /** '' = not in the cluster. */
  readonly uid: string;
  readonly parents: readonly { readonly kind: string; readonly name: string; readonly uid: string }[];
  readonly health?: { readonly status: string; readonly message?: string };
  /** `info` entries: Status Reason, Restart Count, Containers, Node … */
  readonly info: Readonly<Record<string, string>>;
  readonly images: readonly string[];
  readonly createdAt?: string;
}

interface LogQuery {
  readonly pod: string;
  readonly namespace: string;
  readonly container?: string;
  readonly previous: boolean;
  readonly tailLines: number;
}

export interface RevisionDetails {
  readonly revision: string;
  readonly author?: string;
  readonly date?: string;
  readonly message?: string;
}

export interface ProjectWindow extends SyncWindow {
  readonly applications: readonly string[];
  readonly namespaces: readonly string[];
  readonly clusters: readonly string[];
}

export interface WindowState {
  /** Evaluated by Argo CD as a manual sync, now. */
  readonly canSync: boolean;
  readonly active: readonly ProjectWindow[];
  readonly assigned: readonly ProjectWindow[];
  /** When an automated sync may run next; undefined: it may now, or nobody can tell. */
  readonly nextOpening: (now: Date) => Opening | undefined;
}

export interface ManagedCluster {
  readonly server: string;
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly version?: string;
}

export interface Settings extends InstanceState {
  readonly url?: string;
  readonly appsInAnyNamespace: boolean;
}

export type AppChange = {
  readonly type: 'added' | 'modified' | 'deleted';
  readonly ref: AppRef;
  readonly project: string;
  /** Changes when anything that the stream carries of the app changes, and only then. */
  readonly identity: string;
};

export interface SyncRequest {
  /** Empty: the whole app. A partial sync skips hooks and history. */
  readonly resources: readonly ResourceRef[];
  readonly revision?: string;
  readonly prune: boolean;
  /** Shown in Argo CD's operation info: who asked and why. */
  readonly reason: string;
}

/** Who an account is and what it may do. */
export interface ArgoCdRights {
  whoAmI(options?: CallOptions): Promise<{ readonly loggedIn: boolean; readonly username: string }>;
  canI(resource: string, action: string, object: string, options?: CallOptions): Promise<boolean>;
}

export interface ArgoCdReader extends ArgoCdRights {
  version(options?: CallOptions): Promise<string>;
  /** What its clock says, to the second; undefined: it does not tell. */
  serverTime(options?: CallOptions): Promise<Date | undefined>;
  settings(options?: CallOptions): Promise<Settings>;
  /** App by app as the answer arrives, so that a fleet never stands in memory at once. Each app comes once. */
  listApps(selector: AppSelector, options?: CallOptions): AsyncIterable<AppListing>;
  /** An Application object as Kubernetes stores it, read the way a list is. @throws UnavailableError if it is none. */
  readListing(application: Manifest): AppListing;
  getApp(app: AppHandle, options?: CallOptions & { readonly refresh?: 'normal' | 'hard' }): Promise<AppState>;
  /** Cheap: identities and versions only, see docs/facts.md#versions-move-by-themselves. */
  probeResources(app: AppHandle, options?: CallOptions): Promise<readonly ProbedResource[]>;
  managedResources(app: AppHandle, only?: ResourceRef, options?: CallOptions): Promise<readonly ManagedResource[]>;
  resourceTree(app: AppHandle, options?: CallOptions): Promise<readonly TreeNode[]>;
  events(
    app: AppHandle,
    of?: { readonly namespace: string; readonly name: string; readonly uid: string },
    options?: CallOptions,
  ): Promise<readonly EventFact[]>;
  /** Newest last, without Argo CD's end marker. A refusal of the kubelet that arrives as a log line is not output: it is left out. */
  logs(app: AppHandle, query: LogQuery, options?: CallOptions): Promise<readonly string[]>;
  /** What Git renders; `only` spares the work for what nobody asked for. */
  manifests(
    app: AppHandle,
    revision?: string,
    options?: CallOptions & { readonly only?: (ref: Pick<ResourceRef, 'group' | 'kind' | 'name'>) => boolean },
  ): Promise<readonly Manifest[]>;
  revisionDetails(app: AppHandle, revision: string, options?: CallOptions): Promise<RevisionDetails>;
  windows(app: AppHandle, options?: CallOptions): Promise<WindowState>;
  clusters(options?: CallOptions): Promise<readonly ManagedCluster[]>;
  /** Ends when the signal aborts or the server closes; the caller lists again and reconnects. */
  watchApps(selector: AppSelector, options?: CallOptions): AsyncIterable<AppChange>;
}

/** Writes go through a second credential. None of them is ever retried after the request may have arrived. */
export interface ArgoCdWriter {
  sync(app: AppHandle, request: SyncRequest, options?: CallOptions): Promise<void>;
  terminate(app: AppHandle, options?: CallOptions): Promise<void>;
  rollback(app: AppHandle, historyId: number, options?: CallOptions): Promise<void>;
}
