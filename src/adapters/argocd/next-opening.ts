import { CronExpressionParser } from 'cron-parser';
import type { Opening, SyncWindow } from '../../core/model/observation.ts';

const HORIZON_MS = 366 * 86_400_000;
/** Windows that leave no gap would be walked for ever. */
const MAX_STEPS = 500;

interface Moment {
  readonly at: number;
  readonly timeZone: string;
}

/**
 * The next moment at which Argo CD lets an automated sync run (docs/facts.md#sync-windows): no deny window is active, and
 * an allow window is, where there is one. undefined: it may run now, never within a year, or a window's zone or schedule
 * is unreadable.
 */
export function nextOpening(windows: readonly SyncWindow[], now: Date): Opening | undefined {
  if (windows.some(({ timeZone }) => timeZone === '')) return undefined;
  try {
    const opening = firstOpen(windows.map(readWindow), now.getTime());
    return opening && { at: new Date(opening.at).toISOString(), local: localTime(opening), timeZone: opening.timeZone };
  } catch {
    // the schedule or zone is one that cron-parser or this machine does not know; Argo CD's own verdict stands
    return undefined;
  }
}

interface Calendar {
  readonly kind: SyncWindow['kind'];
  /** The first start after `time`. */
  startAfter(time: number): Moment;
  /** The end of the occurrence that covers `time`; undefined: it is not active then. */
  endAt(time: number): Moment | undefined;
}

function readWindow({ kind, schedule, duration, timeZone }: SyncWindow): Calendar {
  const length = durationMs(duration);
  const startAfter = (time: number): number =>
    CronExpressionParser.parse(schedule, { currentDate: new Date(time), tz: timeZone })
      .next()
      .getTime();
  return {
    kind,
    startAfter: (time) => ({ at: startAfter(time), timeZone }),
    endAt(time) {
      const start = startAfter(time - length);
      return start <= time ? { at: start + length, timeZone } : undefined;
    },
  };
}

function firstOpen(windows: readonly Calendar[], now: number): Moment | undefined {
  const allows = windows.filter(({ kind }) => kind === 'allow');
  const denies = windows.filter(({ kind }) => kind === 'deny');
  const isOpen = (time: number): boolean =>
    denies.every(({ endAt }) => endAt(time) === undefined) &&
    (allows.length === 0 || allows.some(({ endAt }) => endAt(time) !== undefined));
  let moment: Moment = { at: now, timeZone: 'UTC' };
  if (isOpen(now)) return undefined;
  for (let step = 0; step < MAX_STEPS && moment.at - now <= HORIZON_MS; step += 1) {
    const { at } = moment;
    const changes = [
      ...allows.map(({ startAfter }) => startAfter(at)),
      ...denies.flatMap(({ endAt }) => endAt(at) ?? []),
    ].toSorted((a, b) => a.at - b.at);
    const [next] = changes;
    if (!next) return undefined;
    if (isOpen(next.at)) return next;
    moment = next;
  }
  return undefined;
}

/** `2026-04-13 06:00`, on the wall clock of the window. */
function localTime({ at, timeZone }: Moment): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

const LONGEST_DURATION = 100;

/** A Go duration: `1h30m`. @throws RangeError */
function durationMs(text: string): number {
  if (text.length > LONGEST_DURATION || !/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text))
    throw new RangeError(`${text.slice(0, LONGEST_DURATION)} is no duration`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0),
    0,
  );
}
