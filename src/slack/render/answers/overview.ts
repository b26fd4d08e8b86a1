import { lineOf } from '../../../core/digest/build-digest.ts';
import type { PatternLine } from '../../../core/digest/digest.ts';
import { notHealthyCount } from '../../../core/memory/not-healthy-count.ts';
import type { PatternRecord } from '../../../core/memory/pattern-record.ts';
import type { InstanceReach, Snapshot } from '../../../core/memory/snapshot.ts';
import { driftClass } from '../../../core/model/drift-class.ts';
import { byWeight, type Line } from '../../../core/pattern/lines.ts';
import { causeWords } from '../../../core/scan/health-words.ts';
import { count } from '../../../core/words/count.ts';
import { type Command, sameInstance } from '../../commands/command.ts';
import { diagnose, more, refresh, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import type { CanFix } from '../kit/fix-button.ts';
import { noticeParts } from '../kit/notices.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import { reachSpans, scannedSpans, sickNow } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, joined, lines, type Spans, say } from '../kit/spans.ts';
import { hiddenWords } from './not-visible.ts';
import { lineParts, patternLines } from './pattern-lines.ts';

export interface OverviewInput {
  /** Already reduced to what the viewer may see. */
  readonly snapshots: readonly Snapshot[];
  readonly reach: readonly InstanceReach[];
  readonly command: Extract<Command, { readonly name: 'overview' }>;
  /** Left out: nothing can be changed. */
  readonly canFix?: CanFix | undefined;
  readonly now: Date;
}

const MOST_SICK = 6;
const MOST_LINES = 8;
const DAY = 86_400_000;
const NOTHING_YET = 'No scan has finished yet, so there is nothing to show. The first one is on its way.';

/** The message that made the story: hidden failures first, then one line per class and root cause with its fix. */
export function renderOverview({ snapshots, reach, command, canFix, now }: OverviewInput): Rendered {
  if (snapshots.length === 0) {
    return compose(NOTHING_YET, [
      section(say`${NOTHING_YET}`),
      note(lines(...reach.map((one) => reachSpans(one, now)))),
    ]);
  }
  const several = snapshots.length > 1;
  const sick = snapshots.flatMap(({ instance, notHealthy }) => notHealthy.map((entry) => ({ ...entry, instance })));
  const all = patternLines(
    snapshots.flatMap(({ instance, patterns }) => patterns.filter(isOpen).map((one) => lineOf(one, instance))),
    sick,
  );
  const shown = prominent(all);
  const rest = all.filter((line) => !shown.includes(line));
  const parts: readonly Part[] = [
    section(headSpans(snapshots, now)),
    note(lines(...reach.map((one) => reachSpans(one, now)))),
    {
      type: 'fold',
      most: MOST_SICK,
      items: sick.map((entry) => [
        section(sickNow(entry, now, several ? entry.instance : undefined), diagnose(entry.instance, entry.key)),
      ]),
      more: (some, of) => say`Showing ${some} of ${of} apps that are not Healthy.`,
      button: more({ ...sameInstance(command), name: 'progressing' }),
    },
    {
      type: 'fold',
      items: shown.map((line) => lineParts(line, several, canFix)),
      more: (some, of) => say`Showing ${some} of ${of} patterns.`,
      button: more({ ...sameInstance(command), name: 'list', page: 1 }),
    },
    section(restSpans(rest)),
    ...noticeParts(snapshots),
    ...(sick.length === 0 && all.length === 0 ? [section(quietSpans(snapshots, reach, now))] : []),
    buttons(
      ...(all.length === 0 ? [] : [more({ ...sameInstance(command), name: 'list', page: 1 })]),
      refresh({ ...sameInstance(command), name: 'scan' }),
      share(command),
    ),
  ];
  return compose(fallback(snapshots), parts);
}

/** An all-clear only of what was checked, and never without its age. */
function quietSpans(snapshots: readonly Snapshot[], reach: readonly InstanceReach[], now: Date): Spans {
  const isWhole =
    reach.length === 0 && snapshots.every(({ notObserved, frozen }) => notObserved.length + frozen.length === 0);
  const age = scannedSpans(snapshots, now);
  if (!isWhole) return say`Nothing was found in what could be checked: ${age}.`;
  return totalsOf(snapshots).outOfSync === 0
    ? say`Nothing drifts, and everything is Healthy: ${age}.`
    : say`Nothing was found that explains this: ${age}.`;
}

function isOpen({ resolvedAt }: PatternRecord): boolean {
  return resolvedAt === undefined;
}

/** Signal always, then the widest; the small ones are folded into one line. */
function prominent(all: readonly Line<PatternLine>[]): readonly Line<PatternLine>[] {
  const critical = all.filter(({ severity }) => severity === 'critical');
  const widest = all
    .filter(({ severity }) => severity !== 'critical')
    .toSorted((a, b) => b.apps - a.apps || b.resources - a.resources)
    .slice(0, Math.max(0, MOST_LINES - critical.length));
  return [...critical, ...widest].toSorted(byWeight);
}

function headSpans(snapshots: readonly Snapshot[], now: Date): Spans {
  const totals = totalsOf(snapshots);
  const patterns = count(totals.patterns, 'pattern');
  const fresh = snapshots
    .flatMap((snapshot) => snapshot.patterns)
    .filter((one) => !one.baseline && isOpen(one) && now.getTime() - Date.parse(one.firstSeen) < DAY);
  return lines(
    say`${bold('Drift')} · ${joined(
      snapshots.map(({ instance }) => say`${bold(instance)}`),
      ', ',
    )} (${count(snapshots.length, 'Argo CD')}, ${count(totals.apps, 'app')}) · ${scannedSpans(snapshots, now)}`,
    say`${totals.outOfSync} OutOfSync · ${totals.notHealthy} not Healthy · ${patterns}${fresh.length === 0 ? '' : `, ${fresh.length} new in 24 h`}`,
    say`${hiddenWords(totals.hidden)}`,
  );
}

/** `Also: E 1 app · F 3 apps`: by class, in the order of the list. */
function restSpans(rest: readonly Line[]): Spans {
  if (rest.length === 0) return [];
  const classes = Map.groupBy(rest, ({ driftClass: id }) => driftClass(id).letter || driftClass(id).title);
  return say`Also: ${joined(
    [...classes].map(
      ([name, some]) => say`${bold(name)} ${count(new Set(some.flatMap(({ names }) => names)).size, 'app')}`,
    ),
    ' · ',
  )}`;
}

function totalsOf(snapshots: readonly Snapshot[]) {
  const sum = (numberOf: (snapshot: Snapshot) => number): number =>
    snapshots.reduce((total, snapshot) => total + numberOf(snapshot), 0);
  return {
    apps: sum(({ apps }) => apps),
    outOfSync: sum(({ outOfSync }) => outOfSync),
    notHealthy: sum(notHealthyCount),
    patterns: sum(({ patterns }) => patterns.filter(isOpen).length),
    hidden: new Set(
      snapshots.flatMap(({ instance, hiddenProjects }) => hiddenProjects.map((one) => `${instance} ${one}`)),
    ).size,
  };
}

function fallback(snapshots: readonly Snapshot[]): string {
  const { apps, outOfSync, notHealthy } = totalsOf(snapshots);
  const [worst] = snapshots.flatMap((snapshot) => snapshot.notHealthy);
  const first = worst === undefined ? '' : `; first of all ${worst.app}: ${causeWords(worst)}`;
  return `${outOfSync} of ${count(apps, 'app')} OutOfSync, ${notHealthy} not Healthy${first}.`;
}
