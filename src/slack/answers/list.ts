import type { SnapshotRow } from '../../core/memory/snapshot.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import type { Selection } from '../commands/command.ts';
import { renderDriftList } from '../render/answers/drift-list.ts';
import type { Answer } from './answer.ts';

/** The story's bird's-eye rows, of the snapshot. */
export const answerList: Answer<'list'> = async function* (command, { viewer }, { fleet, clock }) {
  const [views, all] = await Promise.all([
    fleet.views(viewer.scopes, command.instance),
    fleet.rows(viewer.scopes, command.instance),
  ]);
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  yield {
    rendered: renderDriftList({ rows: selectedRows(all, command.select), snapshots, command, now: clock.now() }),
  };
};

/** Rows that the selection leaves, sorted by what it names, then by app and object. */
function selectedRows(rows: readonly SnapshotRow[], select: Selection | undefined): readonly SnapshotRow[] {
  const { by, value } = select ?? {};
  const kept = value === undefined ? rows : rows.filter((row) => keysOf(row, by).some((key) => isNamed(key, value)));
  const order = by === undefined ? undefined : by;
  const sortKey = (row: SnapshotRow): string =>
    [
      order === undefined ? '' : (keysOf(row, order)[0] ?? ''),
      row.app,
      row.resource.kind,
      row.resource.namespace,
      row.resource.name,
    ].join('\t');
  return kept
    .map((row) => ({ row, key: sortKey(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function keysOf({ project, resource, driftClass: id }: SnapshotRow, by: Selection['by']): readonly string[] {
  const keys = { project: [project], kind: [resource.kind], class: [id, driftClass(id).letter] };
  return by === undefined ? Object.values(keys).flat() : keys[by];
}

function isNamed(key: string, value: string): boolean {
  return key !== '' && key.toLowerCase() === value.toLowerCase();
}
