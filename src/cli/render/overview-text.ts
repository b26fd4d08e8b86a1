import { proofWords } from '../../core/fix/fix-words.ts';
import { notHealthyCount } from '../../core/memory/not-healthy-count.ts';
import type { Snapshot } from '../../core/memory/snapshot.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import type { Fix } from '../../core/model/fix.ts';
import type { NotHealthy } from '../../core/model/not-healthy.ts';
import { sizeWords, whereWords } from '../../core/pattern/line-words.ts';
import { type Line, linesOf } from '../../core/pattern/lines.ts';
import { causeWords, healthBadge, notHealthyWords, tellingWords } from '../../core/scan/health-words.ts';
import { ago } from '../../core/words/age.ts';
import { count } from '../../core/words/count.ts';
import { shortened } from '../../core/words/shorten.ts';
import { type Painter, plain } from './paint.ts';
import { table } from './table.ts';

const MAX_LOG = 300;

/** The overview of one instance: hidden failures first, then one line per class and root cause with its fix. */
export function renderOverview(name: string, snapshot: Snapshot, now: Date, paint: Painter): string {
  const { apps, outOfSync, notHealthy, patterns, notObserved, frozen, notices = [] } = snapshot;
  const lines = [
    paint('bold', `Drift · ${plain(name)} (${count(apps, 'app')}) · scanned ${ago(snapshot.scannedAt, now)} ago`),
    `${outOfSync} OutOfSync · ${notHealthyCount(snapshot)} not Healthy · ${count(patterns.length, 'pattern')}`,
    ...notHealthy.flatMap((entry) => notHealthyLines(entry, now, paint)),
    ...table(linesOf(patterns).map((line) => lineCells(line, paint))),
    ...[...notices, ...frozen.filter(({ key }) => !notices.some((notice) => notice.key === key))].map(({ app, says }) =>
      paint('yellow', `${plain(app)}: ${plain(says)}`),
    ),
    ...(notObserved.length === 0
      ? []
      : [
          paint(
            'yellow',
            `couldn’t check: ${notObserved.map(({ app, says }) => `${plain(app)} (${plain(says)})`).join('; ')}`,
          ),
        ]),
    ...(outOfSync === 0 && notHealthy.length === 0 && patterns.length === 0 && notObserved.length === 0
      ? ['nothing to report']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function notHealthyLines(entry: NotHealthy, now: Date, paint: Painter): readonly string[] {
  const detail = tellingWords(entry);
  return [
    `${paint(['red', 'bold'], `● ${healthBadge(entry).padEnd(7)}`)} ${paint('bold', plain(entry.app))}  ${plain(causeWords(entry))}, ${notHealthyWords(entry, now)}`,
    ...(detail === '' ? [] : [`           ${paint('dim', shortened(plain(detail), MAX_LOG))}`]),
  ];
}

function lineCells(line: Line, paint: Painter): readonly string[] {
  const { driftClass: id, cause, fix } = line;
  const { letter, title } = driftClass(id);
  return [
    `  ${paint('bold', letter === '' ? '·' : letter)}`,
    title,
    plain(`${whereWords(line)} · ${sizeWords(line)}`),
    paint('dim', plain(cause)),
    fix ? fixText(fix) : '',
  ];
}

function fixText(fix: Fix): string {
  const proof = proofWords(fix);
  return proof === '' ? fix.kind : `${fix.kind} (${proof})`;
}
