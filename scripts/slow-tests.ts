import { z } from 'zod';

/* What a JSON report of vitest says about time. */

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.looseObject({})),
    }),
  ),
});

interface SlowFile {
  readonly file: string;
  readonly seconds: number;
  readonly tests: number;
}

/** Seconds from the start of a file's first test to the end of its last, which is all that the report says. */
export function slowestFiles(report: string, count = 10): readonly SlowFile[] {
  const { testResults } = Report.parse(JSON.parse(report));
  return testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: inCheckout(name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** A report names files by where they were; the checkout's own folder is left out. */
function inCheckout(name: string): string {
  return /(?:world\/)?test\/(?!.*\/test\/).*$/.exec(name)?.[0] ?? name;
}

/** As Markdown, to be copied into CONTRIBUTING. */
export function tableOf(files: readonly SlowFile[]): string {
  return ['| file | seconds | tests |', '|---|--:|--:|', ...files.map((file) => `${cellsOf(file)} |`)].join('\n');
}

/** Two runs side by side, each slowest first. */
export function comparisonOf(before: readonly SlowFile[], after: readonly SlowFile[]): string {
  const rows = before.map((file, index) => `${cellsOf(file)} ${cellsOf(after[index])} |`);
  const head = '| before | seconds | tests | after | seconds | tests |';
  return [head, '|---|--:|--:|---|--:|--:|', ...rows].join('\n');
}

function cellsOf(file: SlowFile | undefined): string {
  return file === undefined ? '| | |' : `| \`${file.file}\` | ${file.seconds.toFixed(1)} | ${file.tests}`;
}
