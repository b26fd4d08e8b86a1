import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { driftRules } from '../../src/core/classify/registry.ts';
import { DRIFT_CLASSES } from '../../src/core/model/drift-class.ts';
import { FIX_KINDS } from '../../src/core/model/fix.ts';

const ruleFiles = globSync('src/core/drift/rules/*.ts').map((file) => basename(file, '.ts'));
const ids = driftRules.map(({ id }) => id);

describe('the rule registry', () => {
  it('holds every rule file once, under the file’s own name', () => {
    expect([...ids].toSorted()).toEqual([...ruleFiles].toSorted());
  });

  it('ends with residual, which takes what nobody claims', () => {
    expect(ids.at(-1)).toBe('residual');
  });

  it('asks who edited a field before anything that looks like noise', () => {
    const noise = driftRules.findIndex(
      ({ driftClass }) =>
        DRIFT_CLASSES.find(({ id }) => id === driftClass)?.severity === 'noise' && driftClass !== 'hook',
    );
    expect(ids.indexOf('edited-by-person')).toBeLessThan(noise);
  });

  it.each(ids)('%s has a test of its own and says in prose what it is about', (id) => {
    expect(
      existsSync(`test/unit/core/drift/rules/${id}.test.ts`),
      `npm run new:rule ${id} writes the test’s skeleton`,
    ).toBe(true);
    expect(readFileSync(`src/core/drift/rules/${id}.ts`, 'utf8')).toMatch(/\/\*\*[\s\S]+?\*\/\s*export const/);
  });
});

describe('the class catalogue', () => {
  const served = new Set(driftRules.map(({ driftClass }) => driftClass));

  it.each(DRIFT_CLASSES.map((entry) => [entry.id, entry] as const))(
    '%s is served by a rule and complete',
    (id, entry) => {
      expect(served.has(id), `no rule claims for ${id}`).toBe(true);
      for (const text of [entry.title, entry.meaning, entry.proof]) expect(text.length).toBeGreaterThan(5);
      expect(entry.ladder.length).toBeGreaterThan(0);
      for (const kind of entry.ladder) expect(FIX_KINDS).toContain(kind);
    },
  );

  it('never offers to ignore what a person did', () => {
    const manual = DRIFT_CLASSES.find(({ id }) => id === 'manual-change');
    expect(manual?.ladder).not.toContain('ignore-narrow');
  });
});
