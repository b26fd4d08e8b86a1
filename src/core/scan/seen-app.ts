import { lastTellingLine } from '../drift/health/telling-line.ts';
import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { NotHealthy } from '../model/not-healthy.ts';
import type { AppState, AutoSync, Condition, Observation } from '../model/observation.ts';
import type { ListedApp } from './listed-app.ts';
import { type RunbookAnswer, runbookFor } from './runbook.ts';

/** What was looked at, so that the next scan knows whether it has to look again. */
export interface Look {
  /** The listing's identity at that time. */
  readonly identity: string;
  /** Hash of the app's resourceVersions and flags; '' = never probed. */
  readonly probe: string;
  readonly at: string;
}

/** An app at the time of the look, which may be newer than the list. */
export interface AppSummary {
  readonly ref: AppState['ref'];
  readonly project: string;
  readonly sync: string;
  readonly revisions: readonly string[];
  readonly health: string;
  readonly autoSync: AutoSync;
  readonly conditions: readonly Condition[];
  readonly reconciledAt?: string;
}

/** What a look concluded. Nothing of the observation is held: manifests of a thousand apps do not fit. */
export interface LookResult {
  readonly app: AppSummary;
  readonly look: Look;
  readonly findings: readonly Finding[];
  readonly notHealthy?: NotHealthy;
  readonly runbook: readonly RunbookAnswer[];
  /** What the look could not see. */
  readonly gaps: readonly string[];
  /** Argo CD says that something drifts and did not tell what. */
  readonly isPartial: boolean;
}

export type LookedApp =
  | { readonly listed: ListedApp; readonly result: LookResult }
  /** The probe said that nothing was written since. */
  | { readonly listed: ListedApp; readonly unchanged: Look }
  | { readonly listed: ListedApp; readonly notObserved: string };

export function lookResult(observation: Observation, findings: readonly Finding[], look: Look): LookResult {
  const { app } = observation;
  const notHealthy = notHealthyOf(observation);
  return {
    app: appSummary(app),
    look,
    findings,
    ...defined({ notHealthy }),
    runbook: runbookFor(app, findings, observation),
    gaps: observation.notObserved,
    isPartial: app.sync.status === 'OutOfSync' && observation.probe === undefined,
  };
}

function appSummary({ ref, project, sync, health, autoSync, conditions, reconciledAt }: AppState): AppSummary {
  return {
    ref,
    project,
    sync: sync.status,
    revisions: sync.revisions,
    health: health.status,
    autoSync,
    conditions,
    ...defined({ reconciledAt }),
  };
}

const QUIET = new Set(['Healthy', '']);

/** undefined: the app is Healthy. */
export function notHealthyOf({ app, runtime }: Observation): NotHealthy | undefined {
  if (QUIET.has(app.health.status)) return undefined;
  const [pod] = (runtime.pods ?? []).toSorted((a, b) => (b.restarts ?? 0) - (a.restarts ?? 0));
  const [event] = runtime.events ?? [];
  return {
    app: app.ref.name,
    status: app.health.status,
    since: runtime.notHealthySince?.at ?? app.health.since ?? '',
    atLeast: runtime.notHealthySince?.atLeast ?? true,
    cause: {
      reason: pod?.reason ?? event?.reason ?? '',
      restarts: pod?.restarts ?? 0,
      log: lastTellingLine(runtime.logLines) ?? '',
      event: event === undefined ? '' : `${event.reason}: ${event.message}`,
    },
  };
}
