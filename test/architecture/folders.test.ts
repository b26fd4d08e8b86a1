import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * Folders that import each other can only be read, tested and changed together: they are one folder with two names. So
 * the folders of the core form no cycle, neither as a whole (remedy, policy) nor one by one (remedy/plan, remedy/run),
 * and neither do those of the other places that are listed here.
 */
const PLACES: readonly { readonly root: string; readonly depths: readonly number[] }[] = [
  { root: 'src/core', depths: [1, Number.POSITIVE_INFINITY] },
  { root: 'src/slack/render', depths: [1] },
];

const KNOWN: readonly string[] = [];

interface Import {
  readonly file: string;
  readonly target: string;
}

interface Cycle {
  readonly name: string;
  /** Imports from one of its folders into another. */
  readonly imports: readonly Import[];
}

function importsOf(root: string): readonly Import[] {
  return globSync(`${root}/**/*.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"](\.[^'"]+)['"]/g)].flatMap(
      ([, target = '']) => {
        const path = normalize(join(dirname(file), target));
        return path.startsWith(`${root}/`) ? [{ file: normalize(file), target: path }] : [];
      },
    ),
  );
}

/** The folder that a file counts for: at most so many levels below the root. */
function folderOf(file: string, root: string, depth: number): string {
  const levels = dirname(file).split('/');
  return levels.slice(0, root.split('/').length + depth).join('/');
}

/** Groups of folders that reach one another. */
function cyclesOf(imports: readonly Import[], root: string, depth: number): readonly Cycle[] {
  const edges = imports
    .map((one) => ({ one, from: folderOf(one.file, root, depth), to: folderOf(one.target, root, depth) }))
    .filter(({ from, to }) => from !== to);
  const targets = Map.groupBy(edges, ({ from }) => from);
  const reach = new Map([...targets.keys()].map((folder) => [folder, reachable(folder, targets)]));
  const isMutual = (a: string, b: string) => reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  const nameOf = (folder: string) =>
    [...reach.keys()]
      .filter((other) => isMutual(folder, other))
      .toSorted()
      .join(' ↔ ');
  const inside = edges.filter(({ from, to }) => isMutual(from, to));
  return [...Map.groupBy(inside, ({ from }) => nameOf(from))].map(([name, some]) => ({
    name,
    imports: some.map(({ one }) => one),
  }));
}

function reachable(
  folder: string,
  targets: ReadonlyMap<string, readonly { readonly to: string }[]>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { to } of targets.get(next) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}

function problemWith({ name, imports }: Cycle): string {
  return [
    `${name}: these folders import each other in a circle, so none of them can be understood without the others.`,
    'Decide which one is the foundation. What it takes from the others moves down into it or into core/model, or comes in as an argument:',
    ...imports.map(({ file, target }) => `  ${file} imports ${target}`),
  ].join('\n');
}

const places = PLACES.map(({ root, depths }) => ({ root, depths, imports: importsOf(root) }));
const found = new Map(
  places
    .flatMap(({ root, depths, imports }) => depths.flatMap((depth) => cyclesOf(imports, root, depth)))
    .map((cycle) => [cycle.name, cycle]),
);

describe('folders', () => {
  it('are seen, with their imports', () => {
    for (const { root, imports } of places) expect(imports.length, root).toBeGreaterThan(50);
  });

  it('form no cycle', () => {
    const unknown = [...found.values()].filter(({ name }) => !KNOWN.includes(name));
    expect(unknown.map(problemWith)).toEqual([]);
  });

  it('are taken off the list of known cycles once they form none', () => {
    expect(KNOWN.filter((name) => !found.has(name))).toEqual([]);
  });

  it('would be caught, whatever the length of the cycle and however deep it lies', () => {
    const from = (file: string, target: string) => ({ file: `src/core/${file}.ts`, target: `src/core/${target}.ts` });
    const down = [from('a/one', 'b/x/two'), from('b/x/two', 'c/three')];
    expect(cyclesOf(down, 'src/core', 1)).toEqual([]);
    const [cycle] = cyclesOf([...down, from('c/three', 'a/four')], 'src/core', 1);
    expect(cycle?.name).toBe('src/core/a ↔ src/core/b ↔ src/core/c');
    expect(cycle && problemWith(cycle)).toMatch(/circle[\s\S]*src\/core\/c\/three\.ts imports src\/core\/a\/four\.ts/);
    const inside = [from('b/x/two', 'b/y/five'), from('b/y/five', 'b/x/six')];
    expect(cyclesOf(inside, 'src/core', 1)).toEqual([]);
    expect(cyclesOf(inside, 'src/core', 2).map(({ name }) => name)).toEqual(['src/core/b/x ↔ src/core/b/y']);
    const whole = [from('b/x/two', 'a/one'), from('a/one', 'b/y/five')];
    expect(cyclesOf(whole, 'src/core', 1)).toHaveLength(1);
    expect(cyclesOf(whole, 'src/core', Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it('of the core each have their sentence in docs/ARCHITECTURE.md', () => {
    const folders = new Set(
      globSync('src/core/**/*.ts').map((file) => folderOf(normalize(file), 'src/core', Number.POSITIVE_INFINITY)),
    );
    expect([...folders].toSorted()).toEqual(coreFoldersIn(readFileSync('docs/ARCHITECTURE.md', 'utf8')).toSorted());
  });
});

/** Those that the tree has a sentence for, without those that hold nothing but folders. */
function coreFoldersIn(page: string): readonly string[] {
  const [, tree = ''] = /\n {2}core\/ .*\n((?: {4}.*\n)+)/.exec(page) ?? [];
  const rows = [...tree.matchAll(/^( +)([\w-]+)\/ +\S/gm)].map(([, indent = '', name = '']) => ({
    depth: indent.length,
    name,
  }));
  const paths = rows.map(({ depth, name }, index) => {
    const parent = rows.slice(0, index).findLast((row) => row.depth < depth);
    return ['src/core', ...(parent ? [parent.name] : []), name].join('/');
  });
  return paths.filter((path) => !existsSync(path) || globSync(`${path}/*.ts`).length > 0);
}
