import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonOf, slowestFiles, tableOf } from './slow-tests.ts';

/*
 * npm run test:slow [-- report.json [after.json]]: the ten slowest test files, of a run now or of a JSON report of vitest;
 * of two reports, beside each other.
 */

const [report, after] = process.argv.slice(2);
const slowest = slowestFiles(report === undefined ? runNow() : readFileSync(report, 'utf8'));
console.log(after === undefined ? tableOf(slowest) : comparisonOf(slowest, slowestFiles(readFileSync(after, 'utf8'))));

function runNow(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-slow-'));
  const file = join(folder, 'report.json');
  try {
    const { status } = spawnSync('vitest', ['run', '--reporter=json', `--outputFile=${file}`], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
