import { CronExpressionParser } from 'cron-parser';
import { at, type Json, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { type AppSpec, matchesAny, textsOf } from './app-spec.ts';

/* Sync windows of an AppProject (docs/facts.md#sync-windows). */

export interface Windows {
  readonly assigned: readonly Json[];
  readonly active: readonly Json[];
  canSync(isManual: boolean): boolean;
}

export function windowsFor(project: Manifest | undefined, app: AppSpec, now: Date): Windows {
  const assigned = listAt(project, 'spec', 'syncWindows').filter((window) => isFor(window, app));
  const active = assigned.filter((window) => isActive(window, now));
  const of = (windows: readonly Json[], kind: string): readonly Json[] =>
    windows.filter((window) => stringAt(window, 'kind') === kind);
  return {
    assigned,
    active,
    canSync(isManual) {
      const denies = of(active, 'deny');
      if (denies.length > 0) return isManual && denies.every(letsPeople);
      if (of(active, 'allow').length > 0) return true;
      const closed = of(assigned, 'allow');
      return closed.length === 0 || (isManual && closed.every(letsPeople));
    },
  };
}

function letsPeople(window: Json): boolean {
  return at(window, 'manualSync') === true;
}

function isFor(window: Json, { name, destination }: AppSpec): boolean {
  const globs = (field: string): readonly string[] => textsOf(listAt(window, field));
  const isMatch = [
    [globs('applications'), matchesAny(globs('applications'), name)],
    [
      globs('clusters'),
      matchesAny(globs('clusters'), destination.server ?? '') || matchesAny(globs('clusters'), destination.name ?? ''),
    ],
    [globs('namespaces'), matchesAny(globs('namespaces'), destination.namespace)],
  ] as const;
  const stated = isMatch.filter(([list]) => list.length > 0);
  if (at(window, 'andOperator') === true) return stated.length > 0 && stated.every(([, matches]) => matches);
  return stated.some(([, matches]) => matches);
}

export function isActive(window: Json, now: Date): boolean {
  const length = durationMs(stringAt(window, 'duration') ?? '');
  if (length === undefined) return false;
  try {
    const last = CronExpressionParser.parse(stringAt(window, 'schedule') ?? '', {
      currentDate: new Date(now.getTime() - length),
      tz: stringAt(window, 'timeZone') ?? 'UTC',
    }).next();
    return last.getTime() <= now.getTime();
  } catch {
    return false;
  }
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

/** A Go duration: `1h30m`. */
function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?[hms])+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}
