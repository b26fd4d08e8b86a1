import { lastTellingLine } from '../drift/health/telling-line.ts';
import type { Observation } from '../facts/observation.ts';
import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { NotHealthy } from '../model/not-healthy.ts';
import type { AppRef, AutoSync } from '../model/observation.ts';
import type { FrozenVerdict } from './frozen.ts';
import { isWorthALook, type ListedApp } from './listed-app.ts';
import { type RunbookAnswer, runbookFor } from './runbook.ts';
import type { SharedResource } from './shared-resources.ts';

/** What was looked at, so that the next scan knows whether it has to look again. */
export interface Look {
  /** The listing's identity at that time. */
  readonly identity: string;
  /** Hash of the app's resourceVersions and flags; '' = never probed. */
  readonly probe: string;
  readonly at: string;
}

/** What a look concluded. Nothing of the observation is held: manifests of a thousand apps do not fit. */
export interface Found {
  /** [] = Synced and Healthy. */
  readonly findings: readonly Finding[];
  readonly notHealthy?: NotHealthy;
  readonly runbook: readonly RunbookAnswer[];
  /** What could not be checked. */
  readonly gaps: readonly string[];
  /** What Argo CD compares could not be read: nobody knows whether what was found in resources before still is. */
  readonly isPartial?: boolean;
}

/** What a scan saw of one app: by the list alone, or by a look, which may be newer than the list. */
export interface SeenApp {
  readonly ref: AppRef;
  readonly project: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly sync: string;
  readonly revisions: readonly string[];
  readonly health: string;
  readonly autoSync: AutoSync;
  readonly at: string;
  readonly look: Look;
  readonly frozen?: FrozenVerdict;
  /** 'same': nothing moved since the last look, so what it found still holds. notObserved: the look failed, nobody knows. */
  readonly found: Found | 'same' | { readonly notObserved: string };
  /** Drifting resources that other apps list as theirs too. Only a scan of the fleet knows; absent: as it was. */
  readonly shared?: readonly SharedResource[];
  /** What must be known of it whatever its status says; absent: nothing. */
  readonly notices?: readonly string[];
}

/** An app as a list or an observation states it, with what was seen of it there. */
export function seenApp(
  { ref, project, labels, sync, health, autoSync }: Pick<ListedApp, keyof ListedApp & keyof SeenApp>,
  seen: Pick<SeenApp, 'at' | 'look' | 'found'> & {
    readonly frozen?: FrozenVerdict | undefined;
    readonly shared?: readonly SharedResource[];
    readonly notices?: readonly string[] | undefined;
  },
): SeenApp {
  const { at, look, found, frozen, shared, notices } = seen;
  return {
    ref,
    project,
    labels,
    sync: sync.status,
    revisions: sync.revisions,
    health: health.status,
    autoSync,
    at,
    look,
    found,
    ...defined({ frozen, shared }),
    ...(notices === undefined || notices.length === 0 ? {} : { notices }),
  };
}

/** By the list alone. `standing` is the look that still holds, because the list says what it said then. */
export function notedApp(
  listed: ListedApp,
  {
    at,
    standing,
    frozen,
  }: {
    readonly at: string;
    readonly standing?: Look | undefined;
    readonly frozen?: FrozenVerdict | undefined;
  },
): SeenApp {
  return seenApp(listed, {
    at,
    look: standing ?? { identity: listed.identity, probe: '', at },
    // what is worth a look is only noted while it is as before
    found: standing !== undefined || isWorthALook(listed) ? 'same' : { findings: [], runbook: [], gaps: [] },
    frozen,
    notices: listed.notices,
  });
}

export function foundIn(observation: Observation, findings: readonly Finding[]): Found {
  const { app, notObserved, comparisonUnread = false } = observation;
  return {
    findings,
    ...defined({ notHealthy: notHealthyOf(observation) }),
    runbook: runbookFor(app, findings, observation),
    gaps: notObserved,
    isPartial: comparisonUnread,
  };
}

const QUIET = new Set(['Healthy', '']);

/** undefined: the app is Healthy. */
export function notHealthyOf({ app, runtime }: Pick<Observation, 'app' | 'runtime'>): NotHealthy | undefined {
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
