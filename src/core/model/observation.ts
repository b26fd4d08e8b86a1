import type { IgnoreRule } from './fix.ts';
import type { Json, JsonObject, Manifest } from './json.ts';
import type { Pointer } from './pointer.ts';
import type { ResourceRef } from './resource-ref.ts';
import type { SchemaNode } from './schema-node.ts';

/*
 * Everything fetched about one App at one instant. It is the only input of the core.
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

export interface Condition {
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

/** Facts about one resource and its neighbours, fetched before anything is judged. */
export interface ResourceFacts {
  /** From memory: what Git already said then, no newer commit brought. */
  readonly earlierChanges?: readonly EarlierChange[];
  /** Hashes of successive renders of one revision. */
  readonly renders?: readonly string[];
  readonly autoscalers?: readonly Autoscaler[];
  readonly webhooks?: readonly MutatingWebhook[];
  /** Labels of the object's namespace: webhooks choose by them. */
  readonly namespaceLabels?: JsonObject;
  /** Rollouts (Argo Rollouts, Flagger) that steer traffic through this object, by name. */
  readonly trafficRouters?: readonly string[];
  readonly otherApps?: readonly OtherApp[];
  /** Who refers to it. A lookup with a hole is none: undefined then, never []. */
  readonly references?: readonly Reference[];
  /** Kubernetes server-side dry run of the target. */
  readonly dryRun?: { readonly changed: boolean; readonly says: string };
  /** What Argo CD's own diff view shows; '' = nothing. */
  readonly shownDiff?: string;
  readonly afterHardRefresh?: { readonly sync?: string };
  /** Whether the API server has the object, read directly. */
  readonly inCluster?: boolean;
  /** Parts of the manifest as written in Git, before rendering. */
  readonly gitManifest?: Manifest;
  readonly renderedNames?: readonly string[];
  /** Commits that touched the path, newest first. */
  readonly commits?: readonly { readonly revision: string; readonly message: string }[];
  /** Who deleted the object, newest first. */
  readonly deletions?: readonly { readonly by: string; readonly at?: string }[];
  /** Who wrote the object by the audit log, newest first: sharper than a field manager's name. */
  readonly auditedWrites?: readonly { readonly by: string; readonly at?: string }[];
  /** StatefulSet whose volumeClaimTemplates made this claim. */
  readonly claimOf?: string;
  readonly customResources?: number;
  readonly storedVersions?: readonly string[];
  /** Syncs of the app in the last hour. */
  readonly syncsLastHour?: number;
  /** Kinds the destination cluster serves as CRDs, `<plural>.<group>`. */
  readonly crds?: readonly string[];
}

export interface ResourceObservation {
  readonly ref: ResourceRef;
  readonly version: string;
  readonly status?: string;
  readonly health?: Health;
  readonly requiresPruning: boolean;
  readonly hook: boolean;
  /** null = not in Git. */
  readonly target: Manifest | null;
  /** null = not in the cluster. */
  readonly live: Manifest | null;
  /** Argo CD's own verdict, where it was fetched; else target and live are normalised the way Argo CD does. */
  readonly verdict?: { readonly normalizedLive: Manifest | null; readonly predicted: Manifest | null };
  /** Compiled schema of the live CRD's version; null = the kind has none. */
  readonly schema?: SchemaNode | null;
  /** What the app's jq ignore rules matched, evaluated outside the core. */
  readonly jqIgnored?: readonly Pointer[];
  readonly facts: ResourceFacts;
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

/** What runs underneath the app. */
export interface RuntimeFacts {
  readonly pods?: readonly PodState[];
  readonly events?: readonly EventFact[];
  /** Newest last; ANSI stripped and redacted on entry. */
  readonly logLines?: readonly string[];
  readonly quota?: string;
  /** null: the StorageClass that a claim names does not exist. */
  readonly storageClass?: string | null;
  readonly ingressClasses?: readonly string[];
  readonly endpoints?: number;
  /** Our own flap-proof clock: since when the app was last Healthy. */
  readonly notHealthySince?: { readonly at: string; readonly atLeast: boolean };
  /** The clock has passed the configured threshold. */
  readonly notHealthyForLong?: boolean;
  /** The commit that the last sync brought: what changed just before. */
  readonly lastChange?: {
    readonly revision: string;
    readonly author?: string;
    readonly date?: string;
    readonly message?: string;
  };
  /** A rollout is still within its normal time. */
  readonly rolloutInProgress?: boolean;
}

export interface Observation {
  readonly app: AppState;
  readonly instance: InstanceState;
  readonly resources: readonly ResourceObservation[];
  readonly runtime: RuntimeFacts;
  /** Synced workloads that were read for what a person added to them; Argo CD does not compare it. */
  readonly sweptWorkloads?: number;
  /** What could not be looked at, in words: findings say so. */
  readonly notObserved: readonly string[];
  readonly observedAt?: string;
  /** Hash of what Argo CD compared (core/scan/probe.ts): the light probe of a later scan is held against it. */
  readonly probe?: string;
}
