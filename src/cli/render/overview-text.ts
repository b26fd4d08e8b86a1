import { driftClass } from '../../core/model/drift-class.ts';
import type { Fix } from '../../core/model/fix.ts';
import type { Pattern } from '../../core/pattern/group.ts';
import { hasCrashed, type NotHealthy } from '../../core/scan/not-healthy.ts';
import type { ScanResult } from '../../core/scan/scan-result.ts';
import { ago } from './ago.ts';
import { type Painter, plain } from './paint.ts';
import { table } from './table.ts';

const MAX_LOG = 160;

/** The overview of one instance: hidden failures first, then one line per class and root cause with its fix. */
export function renderOverview(name: string, result: ScanResult, now: Date, paint: Painter): string {
  const { apps, outOfSync, notHealthy, patterns, notObserved } = result;
  const lines = [
    paint('bold', `Drift · ${plain(name)} (${count(apps, 'app')}) · scanned ${ago(result.scannedAt, now)} ago`),
    `${outOfSync} OutOfSync · ${notHealthy.length} not Healthy · ${count(patterns.length, 'pattern')}`,
    ...notHealthy.flatMap((entry) => notHealthyLines(entry, now, paint)),
    ...table(patterns.toSorted(bySeverity).map((pattern) => patternCells(pattern, paint))),
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
    ...(detail === '' ? [] : [`           ${paint('dim', plain(detail).slice(0, MAX_LOG))}`]),
  ];
}

const ORDER = ['critical', 'warning', 'info', 'noise'];

function bySeverity(a: Pattern, b: Pattern): number {
  return (
    ORDER.indexOf(driftClass(a.driftClass).severity) - ORDER.indexOf(driftClass(b.driftClass).severity) ||
    b.apps.length - a.apps.length ||
    b.resources - a.resources
  );
}

function patternCells(
  { driftClass: id, kind, apps, resources, cause, fix }: Pattern,
  paint: Painter,
): readonly string[] {
  const { letter, title } = driftClass(id);
  const where = apps.length === 1 ? plain(apps[0] ?? '') : count(apps.length, 'app');
  return [
    `  ${paint('bold', letter === '' ? '·' : letter)}`,
    title,
    `${where} · ${count(resources, kind === '' ? 'app' : plain(kind.split('/').at(-1) ?? kind))}`,
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
