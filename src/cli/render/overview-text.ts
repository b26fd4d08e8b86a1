import { shortened } from '../../core/drift/failure/failure.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import type { Fix } from '../../core/model/fix.ts';
import { lineKeyOf, type Pattern } from '../../core/pattern/group.ts';
import { type Line, type LinePart, linesOf } from '../../core/pattern/lines.ts';
import { hasCrashed, type NotHealthy } from '../../core/scan/not-healthy.ts';
import type { ScanResult } from '../../core/scan/scan-result.ts';
import { ago } from '../../core/words/age.ts';
import { count } from '../../core/words/count.ts';
import { proofWords } from '../../core/words/fix-words.ts';
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
    ...table(linesOf(patterns.map(linePart)).map((line) => lineCells(line, paint))),
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

function linePart({ apps, fix, ...pattern }: Pattern): LinePart {
  const [finding] = pattern.findings;
  const line = finding ? lineKeyOf(finding) : pattern.id;
  return { ...pattern, line, apps: apps.length, names: apps, fix: fix ?? null };
}

function lineCells(
  { driftClass: id, kinds, apps, names, resources, cause, fix }: Line,
  paint: Painter,
): readonly string[] {
  const { letter, title } = driftClass(id);
  const where = apps === 1 ? plain(names[0] ?? '') : count(apps, 'app');
  const [kind = ''] = kinds;
  return [
    `  ${paint('bold', letter === '' ? '·' : letter)}`,
    title,
    `${where} · ${count(resources, kinds.length > 1 ? 'object' : kind === '' ? 'app' : plain(kind))}`,
    paint('dim', plain(cause)),
    fix ? fixText(fix) : '',
  ];
}

function fixText(fix: Fix): string {
  const proof = proofWords(fix);
  return proof === '' ? fix.kind : `${fix.kind} (${proof})`;
}
