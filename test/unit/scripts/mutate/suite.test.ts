import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suiteOf } from '../../../../scripts/mutate/suite.ts';

const withTest = (test: string) => JSON.stringify({ scripts: { test } });
const cheap = 'vitest run --project unit --project architecture --bail 1';

describe('the suite that has to catch a mutant', () => {
  it('is what npm test runs, the cheap part first and once', () => {
    expect(suiteOf(withTest('node a.ts && npm run -s lint && vitest run'))).toEqual([
      cheap,
      "vitest run --project '!unit' --project '!architecture' --bail 1",
    ]);
  });

  it('leaves a choice of projects as it is', () => {
    expect(suiteOf(withTest('vitest run --project flows'))).toEqual([cheap, 'vitest run --project flows --bail 1']);
  });

  it('finds the tests of this tree', () => {
    expect(suiteOf(readFileSync('package.json', 'utf8')).length).toBeGreaterThan(1);
  });
});
