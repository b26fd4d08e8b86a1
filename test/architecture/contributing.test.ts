import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* The worked example of CONTRIBUTING.md, done as it is printed in a copy of the tree. */

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const files = [...page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', text = '']) => ({ file, text }));
const [, id = ''] = /npm run new:rule -- (\S+)/.exec(page) ?? [];
const COPIED = [
  'src',
  'scripts',
  'test/support',
  'test/architecture/registry.test.ts',
  'package.json',
  'tsconfig.json',
];

let tree: string;
const scaffold = new Map<string, string>();

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'plumbline-contributing-'));
  for (const path of COPIED) cpSync(path, join(tree, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  cpSync('test/unit/core/drift/rules', join(tree, 'test/unit/core/drift/rules'), { recursive: true });

  run(process.execPath, 'scripts/new-rule.ts', id);
  for (const { file, text } of files) {
    scaffold.set(file, readFileSync(join(tree, file), 'utf8'));
    writeFileSync(join(tree, file), text);
  }
});
afterAll(() => rmSync(tree, { recursive: true }));

describe('the worked example of CONTRIBUTING', () => {
  it('is the rule and its test, where the scaffold puts them', () => {
    expect(files.map(({ file }) => file).toSorted()).toEqual([
      `src/core/drift/rules/${id}.ts`,
      `test/unit/core/drift/rules/${id}.test.ts`,
    ]);
  });

  it.each(files)('$file fills in what the scaffold wrote', ({ file, text }) => {
    expect(importedFrom(text)).toEqual(importedFrom(scaffold.get(file) ?? ''));
    expect(entriesOf(text)).toEqual(entriesOf(scaffold.get(file) ?? ''));
  });

  it('compiles', { timeout: 60_000 }, () => {
    const config = { extends: './tsconfig.json', include: files.map(({ file }) => file) };
    writeFileSync(join(tree, 'tsconfig.example.json'), JSON.stringify(config));
    expect(run('tsc', '-p', 'tsconfig.example.json')).toBe('');
  });

  it('passes its own test and that of the registry', { timeout: 60_000 }, () => {
    const tests = [`test/unit/core/drift/rules/${id}.test.ts`, 'test/architecture/registry.test.ts'];
    expect(run('vitest', 'run', '--reporter=tap-flat', ...tests)).not.toMatch(/^not ok/m);
  });
});

/** What it prints; what fails is told with all that was printed. */
function run(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (failure) {
    const { stdout, stderr } = failure as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

function importedFrom(text: string): readonly string[] {
  return [...text.matchAll(/^import .* from '(.*)';$/gm)].map(([, path = '']) => path).toSorted();
}

/** The names on the first level of what a file exports or calls. */
function entriesOf(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(\w+)(?::|\(.*\) \{$)/gm)].map(([, name = '']) => name);
}
