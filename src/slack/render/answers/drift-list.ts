import type { Snapshot, SnapshotRow } from '../../../core/memory/snapshot.ts';
import { kindAndName } from '../../../core/model/resource-ref.ts';
import { count } from '../../../core/words/count.ts';
import type { Command, Selection } from '../../commands/command.ts';
import { more, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { LIMITS } from '../kit/limits.ts';
import { packed } from '../kit/packed.ts';
import { buttons, note, type Part, preformatted, section } from '../kit/part.ts';
import { scannedSpans } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, say } from '../kit/spans.ts';

type ListCommand = Extract<Command, { readonly name: 'list' }>;

export interface DriftListInput {
  /** Every row that the selection leaves, in order. */
  readonly rows: readonly SnapshotRow[];
  readonly snapshots: readonly Pick<Snapshot, 'instance' | 'scannedAt'>[];
  readonly command: ListCommand;
  readonly now: Date;
}

const PAGE = 25;
const MOST_CELL = 60;

/** The story's bird's-eye rows: app, Kind/name, scope, class. */
export function renderDriftList({ rows, snapshots, command, now }: DriftListInput): Rendered {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(command.page, pages);
  const shown = rows.slice((page - 1) * PAGE, page * PAGE);
  const what = selectionWords(command.select);
  const head = `${count(rows.length, 'drifting resource')}${what}`;
  const range = `rows ${(page - 1) * PAGE + 1} to ${(page - 1) * PAGE + shown.length} of ${rows.length}`;
  const turn = (to: number): Command => ({ ...command, page: to });
  const parts: readonly Part[] = [
    section(say`${bold(head)}${pages === 1 ? '' : ` · ${range}`}`),
    note(scannedSpans(snapshots, now)),
    ...pagesOf(shown),
    ...(rows.length === 0 ? [section(say`Nothing drifts${what}: ${scannedSpans(snapshots, now)}.`)] : []),
    buttons(
      ...(page > 1 ? [more(turn(page - 1), 'Previous')] : []),
      ...(page < pages ? [more(turn(page + 1), 'Next')] : []),
      share(command),
    ),
  ];
  return compose(`${head}.`, parts);
}

function selectionWords(select: Selection | undefined): string {
  if (select?.value === undefined) return '';
  return select.by === undefined ? ` of ${select.value}` : ` of ${select.by} ${select.value}`;
}

function pagesOf(rows: readonly SnapshotRow[]): readonly Part[] {
  const cells = rows.map(({ app, resource, driftClass }) =>
    [app, kindAndName(resource), resource.namespace === '' ? 'cluster' : resource.namespace, driftClass].map(cell),
  );
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)));
  const texts = cells.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return packed(texts, LIMITS.preformatted).map((some) => preformatted(some.join('\n')));
}

function cell(text: string): string {
  return clipped(text, MOST_CELL);
}
