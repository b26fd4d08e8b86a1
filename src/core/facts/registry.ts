import { afterHardRefresh } from './after-hard-refresh.ts';
import { auditedWrites } from './audited-writes.ts';
import { autoscalers } from './autoscalers.ts';
import { claimOf } from './claim-of.ts';
import { commits } from './commits.ts';
import { customResources } from './custom-resources.ts';
import { deletions } from './deletions.ts';
import { dryRun } from './dry-run.ts';
import { earlierChanges } from './earlier-changes.ts';
import { events } from './events.ts';
import { exclusions } from './exclusions.ts';
import type { LiveSource } from './fact.ts';
import { gitManifest } from './git-manifest.ts';
import { lastChange } from './last-change.ts';
import { logLines } from './log-lines.ts';
import { namespaceLabels } from './namespace-labels.ts';
import { notHealthyForLong } from './not-healthy-for-long.ts';
import { notHealthySince } from './not-healthy-since.ts';
import { otherApps } from './other-apps.ts';
import { pods } from './pods.ts';
import { quota } from './quota.ts';
import { references } from './references.ts';
import { renders } from './renders.ts';
import { rolloutInProgress } from './rollout-in-progress.ts';
import { schema } from './schema.ts';
import { shownDiff } from './shown-diff.ts';
import { storageClass } from './storage-class.ts';
import { storedVersions } from './stored-versions.ts';
import { syncsLastHour } from './syncs-last-hour.ts';
import { trafficRouters } from './traffic-routers.ts';
import { version } from './version.ts';
import { webhooks } from './webhooks.ts';

/*
 * Every fact once. The order is the order in which they are fetched: what decides whether another is wanted comes first.
 */

/** About one resource and its neighbours. */
export const RESOURCE_FACTS = [
  gitManifest,
  schema,
  storedVersions,
  autoscalers,
  webhooks,
  namespaceLabels,
  references,
  otherApps,
  earlierChanges,
  renders,
  trafficRouters,
  dryRun,
  shownDiff,
  afterHardRefresh,
  commits,
  deletions,
  auditedWrites,
  claimOf,
  customResources,
  syncsLastHour,
] as const;

/** About what runs underneath an app. */
export const APP_FACTS = [
  pods,
  events,
  logLines,
  storageClass,
  lastChange,
  notHealthySince,
  notHealthyForLong,
  quota,
  rolloutInProgress,
] as const;

/** About a whole Argo CD. */
export const INSTANCE_FACTS = [version, exclusions] as const;

export const FACTS = [...RESOURCE_FACTS, ...APP_FACTS, ...INSTANCE_FACTS] as const;

type ResourceFact = (typeof RESOURCE_FACTS)[number];
type AppFact = (typeof APP_FACTS)[number];
type InstanceFact = (typeof INSTANCE_FACTS)[number];
export type Fact = ResourceFact | AppFact | InstanceFact;

export type ResourceFactId = ResourceFact['id'];
export type AppFactId = AppFact['id'];
export type InstanceFactId = InstanceFact['id'];
export type FactId = Fact['id'];

/** Those that a live scan has to fetch from somewhere. */
export type FetchedResourceFactId = Extract<ResourceFact, { readonly source: LiveSource }>['id'];
export type FetchedAppFactId = Extract<AppFact, { readonly source: LiveSource }>['id'];
export type FetchedInstanceFactId = Extract<InstanceFact, { readonly source: LiveSource }>['id'];

type ValueOf<F extends Fact> = Exclude<F['holds'], undefined>;

/** What is known of one resource. Absent: not checked. */
export type ResourceFacts = { readonly [F in ResourceFact as F['id']]?: ValueOf<F> };

/** What is known of what runs underneath an app. Absent: not checked. */
export type RuntimeFacts = { readonly [F in AppFact as F['id']]?: ValueOf<F> };
