import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutate, mutationsOf } from '../../../../scripts/mutate/mutations.ts';
import { openProgram, type Program } from '../../../../scripts/mutate/program.ts';

/* One file after another in a project that exists in these texts alone. */
const CASES: readonly { when: string; source: string; becomes: readonly string[] }[] = [
  {
    when: 'a condition is negated, a comparison shifted',
    source: 'export const f = (a: number) => (a < 1 ? a : b);',
    becomes: [
      'export const f = (a: number) => (!(a < 1) ? a : b);',
      'export const f = (a: number) => (a <= 1 ? a : b);',
      'export const f = (a: number) => (a < 2 ? a : b);',
    ],
  },
  { when: 'and becomes or', source: 'x = a && b;', becomes: ['x = a || b;'] },
  { when: 'equal becomes unequal', source: 'x = a === b;', becomes: ['x = a !== b;'] },
  { when: 'true becomes false', source: 'x = true;', becomes: ['x = false;'] },
  { when: 'plus becomes minus', source: 'x = a + b;', becomes: ['x = a - b;'] },
  { when: 'some becomes every', source: 'x = a.some(b);', becomes: ['x = a.every(b);'] },
  {
    when: 'a filter is dropped from its chain',
    source: 'x = a.filter(b).length;',
    becomes: ['x = a.length;'],
  },
  {
    when: 'an early return is dropped, its condition negated',
    source: 'function f() { if (a) return b; c; }',
    becomes: ['function f() { if (!(a)) return b; c; }', 'function f() {  c; }'],
  },
  {
    when: 'a returned list is emptied',
    source: 'function f() { return [a, b]; }',
    becomes: ['function f() { return []; }'],
  },
  { when: 'an awaited statement is dropped', source: 'async () => { await a(); };', becomes: ['async () => {  };'] },
  {
    when: 'a key is changed',
    source: "x = a.get('b') ?? a['c'];",
    becomes: ["x = a.get('bX') ?? a['c'];", "x = a.get('b') ?? a['cX'];"],
  },
  {
    when: 'types, imports and texts for people are left alone',
    source: "import a from 'b';\nexport type T = 'c' | true | 1;\nx = 'for people';",
    becomes: [],
  },
];

let program: Program;
beforeAll(() => {
  const files = CASES.map(({ source }, index) => [`case-${index}.ts`, source] as const);
  const tsconfig = JSON.stringify({
    compilerOptions: { target: 'es2024', noEmit: true, types: [] },
    files: files.map(([file]) => file),
  });
  program = openProgram('/virtual', new Map([['tsconfig.json', tsconfig], ...files]));
});
afterAll(() => program.close());

describe('mutations of a source text', () => {
  it.each(CASES.map((entry, index) => ({ ...entry, index })))('$when', ({ source, becomes, index }) => {
    const mutations = mutationsOf(program.source(`case-${index}.ts`));
    expect(mutations.map((mutation) => mutate(source, mutation)).toSorted()).toEqual([...becomes].toSorted());
  });
});
