import { describe, expect, it } from 'vitest';
import { comparisonOf, slowestFiles, tableOf } from '../../../scripts/slow-tests.ts';

const aFile = (name: string, seconds: number, tests: number) => ({
  name,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  assertionResults: Array.from({ length: tests }, () => ({ status: 'passed' })),
});
const report = (...testResults: readonly object[]) => JSON.stringify({ success: true, testResults });

describe('the slowest test files', () => {
  it('come first, named from the root of the checkout', () => {
    const text = report(
      aFile('/home/test/plumbline/test/unit/a.test.ts', 1, 2),
      aFile('/home/test/plumbline/world/test/b.test.ts', 3.25, 1),
    );
    expect(slowestFiles(text)).toEqual([
      { file: 'world/test/b.test.ts', seconds: 3.25, tests: 1 },
      { file: 'test/unit/a.test.ts', seconds: 1, tests: 2 },
    ]);
  });

  it('are named so where all are in one folder, too', () => {
    const text = report(aFile('/clone/test/unit/a.test.ts', 1, 1), aFile('/clone/test/unit/b.test.ts', 2, 1));
    expect(slowestFiles(text, 1)).toEqual([{ file: 'test/unit/b.test.ts', seconds: 2, tests: 1 }]);
  });

  it('are ten at most, as a table', () => {
    const text = report(...Array.from({ length: 12 }, (_, index) => aFile(`/clone/test/${index}.test.ts`, index, 1)));
    const lines = tableOf(slowestFiles(text)).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[2]).toBe('| `test/11.test.ts` | 11.0 | 1 |');
  });

  it('are shown before and after', () => {
    const before = slowestFiles(report(aFile('/a/test/a.test.ts', 9, 3), aFile('/a/test/b.test.ts', 2, 1)));
    const after = slowestFiles(report(aFile('/a/test/b.test.ts', 1, 1)));
    expect(comparisonOf(before, after).split('\n').slice(2)).toEqual([
      '| `test/a.test.ts` | 9.0 | 3 | `test/b.test.ts` | 1.0 | 1 |',
      '| `test/b.test.ts` | 2.0 | 1 | | | |',
    ]);
  });
});
