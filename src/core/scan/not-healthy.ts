import { lastTellingLine } from '../drift/health/telling-line.ts';
import type { Observation, PodState } from '../model/observation.ts';

/** One app that is not Healthy, with what was found underneath. */
export interface NotHealthy {
  readonly app: string;
  readonly status: string;
  /** The earliest proof there is; '' = none. */
  readonly since: string;
  /** It may be longer. */
  readonly atLeast: boolean;
  readonly cause: {
    readonly reason: string;
    readonly restarts: number;
    readonly log: string;
    readonly event: string;
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

/** Crash evidence first, then the oldest: what has been broken longest and hardest is read first. */
export function byUrgency(a: NotHealthy, b: NotHealthy): number {
  return (
    Number(hasCrashed(b)) - Number(hasCrashed(a)) ||
    (a.since || '~').localeCompare(b.since || '~') ||
    a.app.localeCompare(b.app)
  );
}

export function hasCrashed({ cause }: NotHealthy): boolean {
  return cause.restarts > 0 || isCrash(cause.reason);
}

export function isCrash(reason: PodState['reason']): boolean {
  return /CrashLoop|OOMKilled|Error$/i.test(reason ?? '');
}
