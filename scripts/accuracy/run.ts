import { existsSync } from 'node:fs';
import { type Score, scoreCases, type Totals, totalsOf } from './score.ts';

/* npm run accuracy [folder…]: how often the classifier says what the labels say, with all facts and with live ones only. */

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

interface Measure {
  readonly name: string;
  readonly of: (totals: Totals) => string;
}

const MEASURES: readonly Measure[] = [
  { name: 'class (alternatives count)', of: ({ lenient, cases }) => percent(lenient, cases) },
  { name: 'class (strict)', of: ({ strict, cases }) => percent(strict, cases) },
  { name: 'fix', of: ({ fix, cases }) => percent(fix, cases) },
  { name: 'people called noise', of: ({ manualCalledNoise }) => String(manualCalledNoise) },
  { name: 'paths found', of: ({ pathsFound, pathsExpected }) => percent(pathsFound, pathsExpected) },
  { name: 'noise named', of: ({ noiseNamed }) => String(noiseNamed) },
];

function classRow(name: string, scores: readonly Score[]): readonly string[] {
  const totals = totalsOf(scores);
  return [name, String(totals.cases), ...MEASURES.map(({ of }) => of(totals))];
}

/** Both columns: what a case may state, and what a live scan fetches. */
function printSummary(all: readonly Score[], live: readonly Score[]): void {
  const [stated, fetched] = [totalsOf(all), totalsOf(live)];
  printTable([
    [`${stated.cases} cases`, 'all facts', 'live facts'],
    ...MEASURES.map(({ name, of }) => [name, of(stated), of(fetched)]),
  ]);
}

function printLost(all: readonly Score[], live: readonly Score[]): void {
  for (const [index, { id, got, gotFix }] of all.entries()) {
    const other = live[index];
    if (other && (other.got !== got || other.gotFix !== gotFix))
      console.log(`  with live facts only: ${id}: said ${other.got} / ${other.gotFix} instead of ${got} / ${gotFix}`);
  }
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
  const live = await scoreCases(folder, 'live');
  const classes = [...Map.groupBy(scores, ({ wanted }) => wanted)].toSorted(([a], [b]) => a.localeCompare(b));
  console.log(`\n${folder}`);
  printTable([
    ['class', 'cases', ...MEASURES.map(({ name }) => name)],
    ...classes.map(([name, members]) => classRow(name, members)),
    classRow('all', scores),
  ]);
  console.log('');
  printSummary(scores, live);
  printConfusion(scores);
  for (const { id, wanted, got, wantedFix, gotFix } of scores.filter(
    ({ isLenient, isFixRight }) => !isLenient || !isFixRight,
  )) {
    console.log(`  miss: ${id}: wanted ${wanted} / ${wantedFix}, said ${got} / ${gotFix}`);
  }
  printLost(scores, live);
}
