import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draw, mutateAll } from '../../../../scripts/mutate/draw.ts';
import { mutate } from '../../../../scripts/mutate/mutations.ts';
import { openProgram, type Program } from '../../../../scripts/mutate/program.ts';

const files = [
  {
    file: 'src/core/ages.ts',
    text: `import { isOld } from './old.ts';

export type Age = 'old' | 'young';
const LIMITS = new Map([['person', 65]]);

/** Ages over the limit, the highest first. */
export function old(ages: readonly number[], what: string): readonly number[] {
  const limit = LIMITS.get(what) ?? 10;
  if (ages.length === 0) return [];
  const found = ages.filter((age) => age > limit && isOld(age)).toSorted((a, b) => b - a);
  return found.map((age) => age + 1);
}

export const word = (age: number): Age => (isOld(age) ? 'old' : 'young');
`,
  },
  { file: 'src/core/old.ts', text: 'export const isOld = (age: number): boolean => age >= 18 || false;\n' },
];
const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    lib: ['es2024'],
    target: 'es2024',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  files: files.map(({ file }) => file),
});

/* The project exists in these texts alone. */
const folder = '/virtual';
let program: Program;
beforeAll(() => {
  program = openProgram(
    folder,
    new Map([['tsconfig.json', tsconfig], ...files.map(({ file, text }) => [file, text] as const)]),
  );
});
afterAll(() => program.close());

const textOf = (file: string) => files.find((entry) => entry.file === file)?.text ?? '';

describe('drawing mutants', () => {
  it('draws the same mutants for the same seed, and others for another', () => {
    const first = draw(files, { seed: 1, count: 8, program });
    expect(draw(files, { seed: 1, count: 8, program })).toEqual(first);
    expect(draw(files, { seed: 2, count: 8, program })).not.toEqual(first);
    expect(first.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('draws texts that differ from the source, compile, and are shown as they are', () => {
    for (const mutant of draw(files, { seed: 3, count: 10, program })) {
      const text = textOf(mutant.file);
      const mutated = mutate(text, mutant);
      expect(mutated).not.toBe(text);
      expect(program.fileCompiles(mutant.file, mutated)).toBe(true);
      expect(mutant.is).not.toBe(mutant.was);
      expect(text.split('\n')[mutant.line - 1]).toContain(text.slice(mutant.start, mutant.end).split('\n')[0]);
    }
  });

  it('draws mutants that can be made together', () => {
    const mutants = draw(files, { seed: 4, count: 10, program });
    const together = new Map(
      [...Map.groupBy(mutants, ({ file }) => file)].map(([file, own]) => [file, mutateAll(textOf(file), own)]),
    );
    expect(program.compiles(together)).toBe(true);
    for (const { file, start, end, text } of mutants.filter(({ text }) => text !== '')) {
      expect(together.get(file)).not.toBe(textOf(file));
      expect(together.get(file)).toContain(text);
      expect(end).toBeGreaterThan(start);
    }
  });

  it('says so where a project has too few places', () => {
    expect(() => draw(files.slice(1), { seed: 1, count: 50, program })).toThrow(/only \d+ of 50/);
  });
});

describe('what still compiles', () => {
  it('is asked of the file, and of the project where another file depends on it', () => {
    const text = 'export const isOld = (age: string): boolean => age === "18";\n';
    expect(program.fileCompiles('src/core/old.ts', text)).toBe(true);
    expect(program.compiles(new Map([['src/core/old.ts', text]]))).toBe(false);
    expect(program.fileCompiles('src/core/old.ts', 'export const isOld = (: 1;')).toBe(false);
    expect(program.compiles(new Map())).toBe(true);
  });
});
