import { z } from 'zod';

const PackageJson = z.object({ scripts: z.object({ test: z.string() }) });

const CHEAP = 'vitest run --project unit --project architecture';

/**
 * The tests of a tree's `npm test`, cheapest first and up to the first failure. Its lint and types don't count: a mutant
 * compiles by choice, and its format says nothing about the tests.
 */
export function suiteOf(packageJson: string): readonly string[] {
  const { scripts } = PackageJson.parse(JSON.parse(packageJson));
  const parts = scripts.test.split('&&').map((part) => part.trim());
  const tests = parts.filter((part) => part.startsWith('vitest run'));
  const rest = tests.map((part) =>
    part.includes('--project') ? part : `${part} --project '!unit' --project '!architecture'`,
  );
  return [CHEAP, ...rest].map((part) => `${part} --bail 1`);
}
