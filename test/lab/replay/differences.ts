import { tableOf } from '../document.ts';

/** A row of a replay's table, as it stands in docs/lab.md. */
export interface Row {
  readonly id: string;
  readonly reported: string;
  readonly said: string;
  readonly cleared: string;
}

/** Reads back what a replay wrote, so that two releases can be compared without two labs. */
export function rowsIn(section: string): readonly Row[] {
  return section.split('\n').flatMap((line) => {
    const [title = '', reported = '', said = '', , cleared = ''] = line.split(/(?<!\\) ?\| ?/).slice(1);
    const id = /\(`([\w-]+)`\)$/.exec(title)?.[1];
    return id === undefined ? [] : [{ id, reported, said, cleared }];
  });
}

/** Only what differs. Messages are left out of the comparison: they change their wording with every release. */
export function differencesBetween(older: readonly Row[], newer: readonly Row[]): readonly (readonly string[])[] {
  return older.flatMap((before) => {
    const after = newer.find(({ id }) => id === before.id);
    if (after === undefined) return [];
    const isSame = stateOf(before) === stateOf(after) && before.said === after.said && before.cleared === after.cleared;
    return isSame ? [] : [[`\`${before.id}\``, cellOf(before), cellOf(after)]];
  });
}

export function renderDifferences(releases: readonly [string, string], rows: readonly (readonly string[])[]): string {
  const [older, newer] = releases;
  const head = ['scenario', `Argo CD ${older}`, `Argo CD ${newer}`];
  return [
    `## What differs between ${older} and ${newer}`,
    '',
    rows.length === 0 ? 'Nothing.' : 'All other scenarios are reported, explained and closed alike.',
    ...(rows.length === 0
      ? []
      : [
          '',
          ...tableOf(
            head,
            rows.map((row) => row.map(asWritten)),
          ),
        ]),
    '',
  ].join('\n');
}

function stateOf({ reported }: Row): string {
  return reported.split('; ')[0] ?? '';
}

function cellOf(row: Row): string {
  return `${stateOf(row)}. ${row.said}. Cleared: ${row.cleared}`;
}

/** Cells are escaped once more when they are written. */
function asWritten(cell: string): string {
  return cell.replaceAll('\\|', '|').replaceAll('&lt;', '<');
}
