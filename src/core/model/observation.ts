import type { IgnoreRule } from './fix.ts';
import type { Json, JsonObject } from './json.ts';
import type { Pointer } from './pointer.ts';
import type { ResourceRef } from './resource-ref.ts';

/*
 * What an Observation (core/facts/observation.ts) is made of.
 * Throughout: undefined = nobody looked; null or [] = somebody looked and there is nothing.
 */

export interface AppRef {
  /** Which Argo CD: the instance's configured name. */
  readonly server: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Source {
  readonly repoUrl: string;
  readonly path?: string;
  readonly chart?: string;
  readonly targetRevision?: string;
  /** Inline Helm values, as in `helm.valuesObject`. */
  readonly helmValues?: Json;
}

export interface AutoSync {
  readonly enabled: boolean;
  readonly prune: boolean;
  readonly selfHeal: boolean;
}

interface Condition {
  readonly type: string;
  readonly message: string;
  readonly since?: string;
}

export interface OperationResource extends ResourceRef {
  readonly status?: string;
  readonly message?: string;
  readonly hookPhase?: string;
  readonly hookType?: string;
}

export interface Operation {
  readonly phase: string;
  readonly message: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly retryCount: number;
  readonly autoHealAttempts: number;
  /** What whoever asked for it said; absent: nothing. */
  readonly reason?: string;
  readonly revisions: readonly string[];
  readonly resources: readonly OperationResource[];
}

export interface Health {
  readonly status: string;
  readonly message?: string;
  /** Argo CD's own transition time: resets at every flap. */
  readonly since?: string;
}

export interface ResourceStatus extends ResourceRef {
  readonly version: string;
  /** Absent for hooks, skipped objects and copied tracking ids. */
  readonly status?: string;
  readonly health?: Health;
  readonly requiresPruning: boolean;
  readonly hook: boolean;
}

export interface SyncWindow {
  readonly kind: 'allow' | 'deny';
  /** Cron, on the wall clock of `timeZone`. */
  readonly schedule: string;
  readonly duration: string;
  /** '' = unknown. */
  readonly timeZone: string;
  readonly manualSync: boolean;
}

export interface Opening {
  readonly at: string;
  /** The same on the wall clock of the window that opens or ends. */
  readonly local: string;
  readonly timeZone: string;
}

/** The sync windows of the app's project that reach the app. */
export interface SyncWindows {
  /** Argo CD's answer for a sync by hand, at the time of the observation. */
  readonly canSync: boolean;
  readonly active: readonly SyncWindow[];
  readonly assigned: readonly SyncWindow[];
  /** When an automated sync may run next; absent: it may now, or nobody can tell. */
  readonly nextOpening?: Opening;
}

export interface AppState {
  readonly ref: AppRef;
  readonly project: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly createdAt?: string;
  /** It is being deleted, and finalizers may hold it. */
  readonly deletion?: { readonly since: string; readonly finalizers: readonly string[] } | undefined;
  /** When Argo CD last compared; how old its verdict is. */
  readonly reconciledAt?: string;
  readonly sources: readonly Source[];
  readonly destination: { readonly server?: string; readonly name?: string; readonly namespace?: string };
  readonly autoSync: AutoSync;
  readonly syncOptions: readonly string[];
  readonly ignoreDifferences: readonly IgnoreRule[];
  readonly managedNamespaceMetadata: boolean;
  readonly sync: { readonly status: string; readonly revisions: readonly string[] };
  readonly health: Health;
  readonly conditions: readonly Condition[];
  readonly operation?: Operation;
  /** Past syncs, oldest first. */
  readonly history?: readonly {
    readonly id?: number;
    readonly revisions: readonly string[];
    readonly deployedAt?: string;
  }[];
  readonly resources: readonly ResourceStatus[];
  /** Looked at only where a sync may be waiting for one to open. */
  readonly windows?: SyncWindows;
}

export type TrackingMethod = 'annotation' | 'label' | 'annotation+label';

/** What is configured once per Argo CD. */
export interface InstanceState {
  readonly version?: string;
  readonly trackingMethod?: TrackingMethod;
  readonly instanceLabelKey?: string;
  readonly installationId?: string;
  readonly controllerNamespace?: string;
  /** false: apps may be there that the token, or what was asked for, leaves out; nobody can be called gone then. */
  readonly seesAllApps?: boolean;
  /** Kinds that argocd-cm `resource.exclusions` hides, as globs. */
  readonly exclusions?: readonly { readonly groups: readonly string[]; readonly kinds: readonly string[] }[];
}

export interface Autoscaler {
  readonly kind: string;
  readonly name: string;
  /** Empty strings match anything: some reports name only the autoscaler. */
  readonly target: { readonly kind: string; readonly name: string };
}

/** A webhook that is asked when an object of these kinds is created or updated. Several may share a configuration's name. */
export interface MutatingWebhook {
  readonly name: string;
  /** Empty: not known, some reports name only the webhook. */
  readonly rules: readonly WebhookRule[];
  /** As in the API; absent: it selects everything. */
  readonly namespaceSelector?: JsonObject;
  readonly objectSelector?: JsonObject;
  /** It has matchConditions too, which only the API server evaluates. */
  readonly isConditional?: boolean;
}

export interface WebhookRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  /** Absent: any version of the API that serves the kind. */
  readonly versions?: readonly string[];
  /** Absent: both. */
  readonly scope?: 'Cluster' | 'Namespaced';
}

/** Another application, possibly of another Argo CD, and its relation to the resource at hand. */
export interface OtherApp {
  readonly name: string;
  readonly instance?: string;
  readonly rendersIt: boolean;
  readonly prune?: boolean;
  /** Every resource of that app is flagged for pruning too: the mark of a stale manifest cache. */
  readonly everythingWantsPruning: boolean;
}

/** What refers to an object. Case files may know no more than kind and name: group and namespace are '' then. */
export interface Reference extends ResourceRef {
  /** In which way, in words; absent: not told. */
  readonly how?: string;
  /** It can do without the object: where both go, it may go later. */
  readonly isLoose?: boolean;
}

/** A difference that was seen when Git stood at another revision and was not ahead. */
export interface EarlierChange {
  readonly path: Pointer;
  /** Absent: Git had nothing there. */
  readonly desired?: Json;
  /** Each render says something else there; what it said then does not matter. */
  readonly isUnsteady?: boolean;
}

export interface PodState {
  readonly name: string;
  readonly namespace?: string;
  readonly phase?: string;
  /** kubectl's STATUS column: CrashLoopBackOff, ImagePullBackOff, OOMKilled, Unschedulable … */
  readonly reason?: string;
  readonly message?: string;
  readonly ready?: string;
  readonly restarts?: number;
  readonly age?: string;
  readonly container?: string;
  readonly uses?: readonly string[];
}

export interface EventFact {
  readonly reason: string;
  readonly message: string;
  readonly object?: string;
  readonly type?: string;
  readonly count?: number;
}
