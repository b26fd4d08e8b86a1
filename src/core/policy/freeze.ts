import { matchesAny } from '../model/glob.ts';
import type { Opening } from '../model/observation.ts';

/** A time in which nothing is changed, whatever was approved. */
export interface Freeze {
  /** A day, a time on the wall clock of `timeZone`, or an instant with its offset. The last day counts whole. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly reason: string;
  /** Globs. */
  readonly instances: readonly string[];
  readonly projects: readonly string[];
}

export interface Frozen {
  readonly reason: string;
  readonly until: Opening;
}

/** The freeze that holds there now; of several the one that ends last. undefined: none does. */
export function freezeAt(
  freezes: readonly Freeze[],
  { instance, project }: { readonly instance: string; readonly project: string },
  now: Date,
): Frozen | undefined {
  const [last] = freezes
    .filter(({ instances, projects }) => matchesAny(instances, instance) && matchesAny(projects, project))
    .map((freeze) => ({ freeze, ...boundsOf(freeze) }))
    .filter(({ from, to }) => holds(from, to, now.getTime()))
    .toSorted((a, b) => b.to - a.to);
  if (last === undefined) return undefined;
  const { reason, timeZone } = last.freeze;
  return { reason, until: { at: new Date(last.to).toISOString(), local: wallClock(last.to, timeZone), timeZone } };
}

/** What holds a change up, in one sentence; undefined: nothing does. */
export function describeFreeze(frozen: Frozen | undefined): string | undefined {
  return frozen && `changes are frozen until ${frozen.until.local} ${frozen.until.timeZone}: ${frozen.reason}`;
}

/** Begins at `from` and is over at `to`. */
function holds(from: number, to: number, now: number): boolean {
  return from <= now && now < to;
}

/** In milliseconds; NaN: there is no such day or time. */
export function boundsOf({ from, to, timeZone }: Pick<Freeze, 'from' | 'to' | 'timeZone'>): {
  readonly from: number;
  readonly to: number;
} {
  return { from: instantOf(from, timeZone), to: instantOf(isDay(to) ? dayAfter(to) : to, timeZone) };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** '' where there is no such day. */
function dayAfter(day: string): string {
  return isOnCalendar(day) ? new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) : '';
}

/** Date.parse takes February 30 for March 2. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function instantOf(text: string, timeZone: string): number {
  if (!isOnCalendar(text)) return Number.NaN;
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
  const wall = Date.parse(`${isDay(text) ? `${text}T00:00` : text}Z`);
  if (Number.isNaN(wall)) return wall;
  // once more, because the offset may change between the two
  return wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
}

function offsetAt(time: number, timeZone: string): number {
  return Date.parse(`${wallClock(time, timeZone).replace(' ', 'T')}Z`) - Math.floor(time / 60_000) * 60_000;
}

/** `2026-12-24 18:00`. */
function wallClock(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(time));
}
