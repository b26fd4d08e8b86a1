import { expect, it } from 'vitest';
import { tableOf } from '../document.ts';
import { differencesBetween, renderDifferences, rowsIn } from './differences.ts';

const table = (...rows: readonly (readonly string[])[]) =>
  tableOf(['scenario', 'Argo CD reported', 'Plumbline said', 'fix applied', 'cleared?'], rows).join('\n');
const alike = ['A (`alike`)', 'OutOfSync, Healthy: ConfigMap/a; ComparisonError: x', '`pending` (certain)', '–', '–'];
const other = ['B (`other`)', 'OutOfSync, Healthy: ConfigMap/b', '`shared` (certain): a|b <c>', 'done', 'yes'];

it('keeps rows that differ in more than the wording of a message, as they were written', () => {
  const older = rowsIn(table(alike, other));
  const newer = rowsIn(table(alike.with(1, 'OutOfSync, Healthy: ConfigMap/a; y'), other.with(1, 'Synced, Healthy')));
  expect(older.map(({ id }) => id)).toEqual(['alike', 'other']);
  const lines = renderDifferences(['1', '2'], differencesBetween(older, newer)).split('\n');
  expect(lines.filter((line) => line.startsWith('| `'))).toEqual([
    '| `other` | OutOfSync, Healthy: ConfigMap/b. `shared` (certain): a\\|b &lt;c>. Cleared: yes | Synced, Healthy. `shared` (certain): a\\|b &lt;c>. Cleared: yes |',
  ]);
});

it('says so where nothing differs', () => {
  const rows = rowsIn(table(alike));
  expect(renderDifferences(['1', '2'], differencesBetween(rows, rows))).toContain('Nothing.');
});
