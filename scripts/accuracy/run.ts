import { existsSync } from 'node:fs';
import { type Score, scoreCases, totalsOf } from './score.ts';

/* npm run accuracy [folder…]: how often the classifier says what the labels say. */

const OWN = 'test/cases/corpus';
const SHARED = '../shared/cases';
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : [OWN, ...(existsSync(SHARED) ? [SHARED] : [])];

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    );
}

function summaryRow(name: string, scores: readonly Score[]): readonly string[] {
  const { cases, strict, lenient, fix, manualCalledNoise, pathsFound, pathsExpected, noiseNamed } = totalsOf(scores);
  return [
    name,
    String(cases),
    percent(lenient, cases),
    percent(strict, cases),
    percent(fix, cases),
    String(manualCalledNoise),
    percent(pathsFound, pathsExpected),
    String(noiseNamed),
  ];
}

function printConfusion(scores: readonly Score[]): void {
  const wrong = scores.filter(({ isStrict }) => !isStrict);
  if (wrong.length === 0) return;
  const pairs = Map.groupBy(
    wrong,
    ({ wanted, got, isLenient }) => `${wanted} → ${got}${isLenient ? '  (an alternative of the label)' : ''}`,
  );
  console.log('\nConfusion (wanted → said, off the diagonal only):');
  for (const [pair, members] of [...pairs].toSorted((a, b) => b[1].length - a[1].length))
    console.log(`  ${String(members.length).padStart(3)}  ${pair}`);
}

for (const folder of folders) {
  const scores = await scoreCases(folder);
  const classes = [...Map.groupBy(scores, ({ wanted }) => wanted)].toSorted(([a], [b]) => a.localeCompare(b));
  console.log(`\n${folder}`);
  printTable([
    [
      'class',
      'cases',
      'class (alternatives count)',
      'class (strict)',
      'fix',
      'people called noise',
      'paths found',
      'noise named',
    ],
    ...classes.map(([name, members]) => summaryRow(name, members)),
    summaryRow('all', scores),
  ]);
  printConfusion(scores);
  for (const { id, wanted, got, wantedFix, gotFix } of scores.filter(
    ({ isLenient, isFixRight }) => !isLenient || !isFixRight,
  )) {
    console.log(`  miss: ${id}: wanted ${wanted} / ${wantedFix}, said ${got} / ${gotFix}`);
  }
}
