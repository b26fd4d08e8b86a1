import { isKindNamed, isKnownKind } from '../../core/kubernetes/kind-names.ts';
import type { SnapshotRow } from '../../core/memory/snapshot.ts';
import { DRIFT_CLASSES, driftClass } from '../../core/model/drift-class.ts';
import type { Command, Selection } from '../commands/command.ts';
import { renderDriftList } from '../render/answers/drift-list.ts';
import { renderScanProgress } from '../render/answers/scan-progress.ts';
import { renderUnknownName } from '../render/answers/unknown-name.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import type { Answer } from './answer.ts';
import { nearestNames } from './nearest.ts';

type ListCommand = Extract<Command, { readonly name: 'list' }>;

/** The story's bird's-eye rows, of the snapshot. */
export const answerList: Answer<'list'> = async function* (command, { viewer }, { fleet, clock }) {
  const [views, all] = await Promise.all([
    fleet.views(viewer.scopes, command.instance),
    fleet.rows(viewer.scopes, command.instance),
  ]);
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  if (snapshots.length === 0) return yield { rendered: renderScanProgress([], clock.now()) };
  const projects = snapshots.flatMap(({ slices }) => Object.values(slices).map(({ project }) => project));
  const unknown = unknownSelection(command, all, projects);
  if (unknown) return yield { rendered: unknown };
  yield {
    rendered: renderDriftList({ rows: selectedRows(all, command.select), snapshots, command, now: clock.now() }),
  };
};

/** Rows that the selection leaves, sorted by what it names, then by app and object. */
function selectedRows(rows: readonly SnapshotRow[], select: Selection | undefined): readonly SnapshotRow[] {
  const { by, value } = select ?? {};
  const kept = value === undefined ? rows : rows.filter((row) => isSelected(row, by, value));
  const sortKey = (row: SnapshotRow): string =>
    [sortValue(row, by), row.app, row.resource.kind, row.resource.namespace, row.resource.name].join('\t');
  return kept
    .map((row) => ({ row, key: sortKey(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

/** What to say where the value names nothing that there is; undefined: it names something, drifting or not. */
function unknownSelection(
  command: ListCommand,
  rows: readonly SnapshotRow[],
  projects: readonly string[],
): Rendered | undefined {
  const { by, value } = command.select ?? {};
  if (value === undefined) return undefined;
  const kinds = rows.map(({ resource }) => resource.kind);
  const classes = DRIFT_CLASSES.flatMap(({ id, letter }) => [id, letter]);
  const known = { project: projects, kind: kinds, class: classes };
  const isKnown = {
    project: projects.some((project) => isNamed(project, value)),
    kind: isKnownKind(value) || kinds.some((kind) => isKindNamed(kind, value)),
    class: classes.some((one) => isNamed(one, value)),
  };
  if (by === undefined ? Object.values(isKnown).some(Boolean) : isKnown[by]) return undefined;
  const names = by === undefined ? Object.values(known).flat() : known[by];
  return renderUnknownName({
    problem: by === undefined ? 'No project, kind or class here is called' : `No ${by} here is called`,
    name: value,
    instead: nearestNames(value, names).map((name) => ({ ...command, select: { ...command.select, value: name } })),
    known: [...new Set(names)].filter((name) => name.length > 1).toSorted(),
  });
}

function keysOf({ project, driftClass: id }: SnapshotRow): Readonly<Record<'project' | 'class', readonly string[]>> {
  return { project: [project], class: [id, driftClass(id).letter] };
}

function isSelected(row: SnapshotRow, by: Selection['by'], value: string): boolean {
  const isKind = isKindNamed(row.resource.kind, value);
  if (by === 'kind') return isKind;
  const keys = keysOf(row);
  if (by !== undefined) return keys[by].some((key) => isNamed(key, value));
  return isKind || Object.values(keys).some((some) => some.some((key) => isNamed(key, value)));
}

function sortValue(row: SnapshotRow, by: Selection['by']): string {
  if (by === undefined) return '';
  return by === 'kind' ? row.resource.kind : (keysOf(row)[by][0] ?? '');
}

function isNamed(key: string, value: string): boolean {
  return key !== '' && key.toLowerCase() === value.toLowerCase();
}
