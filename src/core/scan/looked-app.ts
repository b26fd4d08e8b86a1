import type { Look } from '../memory/app-record.ts';
import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { AppState, AutoSync, Condition, Observation } from '../model/observation.ts';
import type { ListedApp } from './listed-app.ts';
import { type NotHealthy, notHealthyOf } from './not-healthy.ts';
import { type RunbookAnswer, runbookFor } from './runbook.ts';

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
