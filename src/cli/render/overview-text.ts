import { shortened } from '../../core/drift/failure/failure.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import type { Fix } from '../../core/model/fix.ts';
import { lineKeyOf, type Pattern } from '../../core/pattern/group.ts';
import { hasCrashed, type NotHealthy } from '../../core/scan/not-healthy.ts';
import type { ScanResult } from '../../core/scan/scan-result.ts';
import { ago } from './ago.ts';
import { type Painter, plain } from './paint.ts';
import { table } from './table.ts';

const MAX_LOG = 300;

/** The overview of one instance: hidden failures first, then one line per class and root cause with its fix. */
export function renderOverview(name: string, result: ScanResult, now: Date, paint: Painter): string {
  const { apps, outOfSync, notHealthy, patterns, notObserved } = result;
  const lines = [
    paint('bold', `Drift · ${plain(name)} (${count(apps, 'app')}) · scanned ${ago(result.scannedAt, now)} ago`),
    `${outOfSync} OutOfSync · ${notHealthy.length} not Healthy · ${count(patterns.length, 'pattern')}`,
    ...notHealthy.flatMap((entry) => notHealthyLines(entry, now, paint)),
    ...table(
      linesOf(patterns)
        .toSorted(bySeverity)
        .map((line) => lineCells(line, paint)),
    ),
    ...(notObserved.length === 0
      ? []
      : [
          paint(
            'yellow',
            `not observed: ${notObserved.map(({ app, reason }) => `${plain(app)} (${plain(reason)})`).join('; ')}`,
          ),
        ]),
    ...(outOfSync === 0 && notHealthy.length === 0 && patterns.length === 0 ? ['nothing to report'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function notHealthyLines(entry: NotHealthy, now: Date, paint: Painter): readonly string[] {
  const { app, status, since, cause } = entry;
  const facts = [
    ...(cause.reason === '' ? [status] : [cause.reason]),
    ...(cause.restarts > 0 ? [`${cause.restarts} restarts`] : []),
    since === '' ? 'not Healthy' : `not Healthy for ${ago(since, now)}${entry.atLeast ? ' at least' : ''}`,
  ];
  const detail = cause.log === '' ? cause.event : cause.log;
  return [
    `${paint(['red', 'bold'], hasCrashed(entry) ? '● HIDDEN ' : '● SICK   ')} ${paint('bold', plain(app))}  ${plain(facts.join(', '))}`,
    ...(detail === '' ? [] : [`           ${paint('dim', shortened(plain(detail), MAX_LOG))}`]),
  ];
}

/** One line for people: a pattern, or all kinds of objects that one cause left behind. */
interface Line {
  readonly driftClass: Pattern['driftClass'];
  readonly cause: string;
  readonly apps: readonly string[];
  readonly kinds: readonly string[];
  readonly resources: number;
  readonly fix: Fix | undefined;
}

function linesOf(patterns: readonly Pattern[]): readonly Line[] {
  return [
    ...Map.groupBy(patterns, ({ id, findings: [finding] }) => (finding ? lineKeyOf(finding) : id)).values(),
  ].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const proofs = members.flatMap(({ fix }) => fix?.closes ?? []);
    const isProven =
      first.fix !== undefined &&
      proofs.length === members.length &&
      members.every(({ fix }) => fix?.kind === first.fix?.kind);
    const closes = { closed: sum(proofs.map(({ closed }) => closed)), of: sum(proofs.map((proof) => proof.of)) };
    return [
      {
        driftClass: first.driftClass,
        cause: first.cause,
        apps: [...new Set(members.flatMap(({ apps }) => apps))],
        kinds: [...new Set(members.map(({ kind }) => kind.split('/').at(-1) ?? kind))],
        resources: sum(members.map(({ resources }) => resources)),
        fix: first.fix && { ...first.fix, closes: isProven ? closes : first.fix.closes },
      },
    ];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const ORDER = ['critical', 'warning', 'info', 'noise'];

function bySeverity(a: Line, b: Line): number {
  const severity = (line: Line): number => ORDER.indexOf(driftClass(line.driftClass).severity);
  return severity(a) - severity(b) || b.apps.length - a.apps.length || b.resources - a.resources;
}

function lineCells({ driftClass: id, kinds, apps, resources, cause, fix }: Line, paint: Painter): readonly string[] {
  const { letter, title } = driftClass(id);
  const where = apps.length === 1 ? plain(apps[0] ?? '') : count(apps.length, 'app');
  const [kind = ''] = kinds;
  return [
    `  ${paint('bold', letter === '' ? '·' : letter)}`,
    title,
    `${where} · ${count(resources, kinds.length > 1 ? 'object' : kind === '' ? 'app' : plain(kind))}`,
    paint('dim', plain(cause)),
    fix ? fixText(fix) : '',
  ];
}

function fixText({ kind, closes }: Fix): string {
  return closes === null ? kind : `${kind} (closes ${closes.closed} of ${closes.of})`;
}

function count(amount: number, noun: string): string {
  if (amount === 1) return `1 ${noun}`;
  return `${amount} ${/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(s|x|ch)$/.test(noun) ? `${noun}es` : `${noun}s`}`;
}
