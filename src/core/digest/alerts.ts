import { scopeSnapshot } from '../memory/scope-snapshot.ts';
import type { InstanceReach, LongNotHealthy, Snapshot } from '../memory/snapshot.ts';
import type { Scope } from '../model/fleet-scope.ts';
import { hasCrashed } from '../model/not-healthy.ts';
import type { Alert, HealthAlertReason } from './alert.ts';
import { lineOf } from './build-digest.ts';

/** What a channel has been alerted to. `told`: was there before the channel's first report, which spoke of it. */
export interface AlertState {
  readonly open: Readonly<Record<string, Alert | 'told'>>;
}

export interface AlertInput {
  readonly scope: Scope;
  readonly now: string;
  readonly instances: readonly { readonly snapshot: Snapshot | undefined; readonly reach: InstanceReach | undefined }[];
  /** An Argo CD that does not answer for a moment is no news. */
  readonly downForMs: number;
}

export interface AlertDecision {
  readonly state: AlertState;
  /** Raised, changed or resolved; to be put where it stands already. */
  readonly say: readonly Alert[];
}

/** What stands open now against what was told: the first time everything counts as told. */
export function decideAlerts(state: AlertState | undefined, input: AlertInput): AlertDecision {
  const wanted = new Map(wantedAlerts(input).map((alert) => [alert.key, alert]));
  if (state === undefined) {
    return { state: { open: Object.fromEntries([...wanted.keys()].map((key) => [key, 'told'])) }, say: [] };
  }
  const raised = [...wanted.values()].flatMap((alert) => {
    const standing = state.open[alert.key];
    if (standing === 'told') return [];
    return [standing === undefined ? alert : { ...alert, raisedAt: standing.raisedAt }];
  });
  const ended = Object.entries(state.open).flatMap(([key, alert]) =>
    wanted.has(key) || alert === 'told' || isOutOfSight(alert, input) ? [] : [{ ...alert, resolvedAt: input.now }],
  );
  const kept = Object.entries(state.open).filter(([key, alert]) =>
    alert === 'told' ? wanted.has(key) : !wanted.has(key) && isOutOfSight(alert, input),
  );
  return {
    state: { open: { ...Object.fromEntries(kept), ...Object.fromEntries(raised.map((alert) => [alert.key, alert])) } },
    say: [...raised, ...ended],
  };
}

/** While an Argo CD does not answer, nobody knows whether what was wrong there still is. */
function isOutOfSight({ instance, about }: Alert, { instances }: AlertInput): boolean {
  if (about === 'reach') return false;
  const one = instances.find(({ snapshot, reach }) => (snapshot?.instance ?? reach?.instance) === instance);
  return one?.snapshot === undefined || one.reach?.downSince !== undefined;
}

function wantedAlerts({ scope, now, instances, downForMs }: AlertInput): readonly Alert[] {
  return instances.flatMap(({ snapshot, reach }) => {
    const scoped = snapshot === undefined ? undefined : scopeSnapshot(snapshot, [scope]);
    if (snapshot !== undefined && scoped === undefined) return [];
    return [
      ...(reach === undefined ? [] : reachAlerts(reach, now, downForMs)),
      ...(scoped === undefined ? [] : [...patternAlerts(scoped), ...healthAlerts(scoped)]),
    ];
  });
}

function patternAlerts(snapshot: Snapshot): readonly Alert[] {
  const { instance } = snapshot;
  return snapshot.patterns.flatMap((pattern) => {
    const { driftClass, confirmedAt, resolvedAt, baseline } = pattern;
    if (driftClass !== 'manual-change' || confirmedAt === undefined || resolvedAt !== undefined || baseline) return [];
    const key = `${instance}.pattern.${pattern.id}`;
    return [{ key, instance, raisedAt: pattern.firstSeen, about: 'pattern' as const, line: lineOf(pattern, instance) }];
  });
}

function healthAlerts({ instance, notHealthy }: Snapshot): readonly Alert[] {
  return notHealthy.map((app) => ({
    key: `${instance}.health.${app.key}`,
    instance,
    raisedAt: app.since,
    about: 'health',
    app,
    why: reasonOf(app),
  }));
}

function reasonOf(app: LongNotHealthy): HealthAlertReason {
  if (hasCrashed(app)) return 'crash';
  return app.status === 'Degraded' ? 'degraded' : 'threshold';
}

function reachAlerts(reach: InstanceReach, now: string, downForMs: number): readonly Alert[] {
  const { instance, downSince } = reach;
  if (downSince === undefined || Date.parse(now) - Date.parse(downSince) < downForMs) return [];
  return [{ key: `${instance}.reach`, instance, raisedAt: downSince, about: 'reach', reach }];
}
