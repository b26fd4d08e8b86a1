import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyTo, patchOf } from './apply.ts';
import { draw, type Mutant, sourceFiles } from './draw.ts';
import { openProgram } from './program.ts';
import { suiteOf } from './suite.ts';
import { copyOf, type Outcome, tryCommands } from './trial.ts';

/* npm run test:mutate: how many small faults does the suite catch? See usage(). */

const LONGEST_BASELINE = 60 * 60_000;
const SHORTEST_LIMIT = 3 * 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    tree: { type: 'string', default: '.' },
    suite: { type: 'string', multiple: true },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    patch: { type: 'string' },
    apply: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'string' },
    'no-baseline': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) usage();
else await main();

async function main(): Promise<void> {
  const tree = resolve(values.tree);
  const mutants = drawFrom(tree);
  if (values.list) {
    print(mutants.map((mutant) => [String(mutant.id), place(mutant), mutant.kind, ...change(mutant)]));
  } else if (values.patch !== undefined) {
    process.stdout.write(patchOf(tree, chosen(mutants, values.patch)));
  } else if (values.apply !== undefined) {
    if (values.to === undefined) fail('--apply also needs --to FOLDER: a copy of the tree, which it changes');
    applyTo(resolve(values.to), chosen(mutants, values.apply));
  } else {
    await tryAll(tree, values.only === undefined ? mutants : chosen(mutants, values.only));
  }
}

function drawFrom(tree: string): readonly Mutant[] {
  const program = openProgram(tree);
  try {
    return draw(sourceFiles(tree), { seed: Number(values.seed), count: Number(values.count), program });
  } finally {
    program.close();
  }
}

async function tryAll(tree: string, mutants: readonly Mutant[]): Promise<void> {
  const commands = values.suite ?? suiteOf(readFileSync(join(tree, 'package.json'), 'utf8'));
  const copy = copyOf(tree);
  // 'exit' also runs after an interrupt, because a handler of SIGINT ends the process itself
  process.once('exit', () => copy.remove());
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));

  const limit = values['no-baseline'] ? LONGEST_BASELINE : await limitFrom(commands, copy.folder);
  const tried: { mutant: Mutant; outcome: Outcome }[] = [];
  for (const mutant of mutants) {
    applyTo(copy.folder, [mutant]);
    const outcome = await tryCommands(commands, copy.folder, limit);
    copy.reset([mutant.file]);
    tried.push({ mutant, outcome });
    print([row(mutant, outcome)]);
    save(tried);
  }

  const survivors = tried.filter(({ outcome }) => outcome.result === 'survived');
  console.log(`\n${tried.length - survivors.length} of ${tried.length} caught (seed ${values.seed}).`);
  if (survivors.length > 0) console.log(`Survived: ${survivors.map(({ mutant }) => mutant.id).join(',')}`);
}

/** A fault means nothing to a suite that is red without it. How long the suite takes says when a mutant hangs. */
async function limitFrom(commands: readonly string[], folder: string): Promise<number> {
  const baseline = await tryCommands(commands, folder, LONGEST_BASELINE);
  if (baseline.result === 'caught') fail(`the suite fails without any fault: ${baseline.by}`);
  console.log(`without a fault the suite passes, in ${baseline.seconds} s\n`);
  return Math.max(SHORTEST_LIMIT, 3 * 1000 * baseline.seconds);
}

function save(tried: readonly { mutant: Mutant; outcome: Outcome }[]): void {
  if (values.json === undefined) return;
  const mutants = tried.map(({ mutant, outcome }) => ({ ...mutant, ...outcome }));
  const caught = mutants.filter(({ result }) => result === 'caught').length;
  writeFileSync(values.json, `${JSON.stringify({ seed: Number(values.seed), caught, mutants }, undefined, 2)}\n`);
}

function chosen(mutants: readonly Mutant[], ids: string): readonly Mutant[] {
  return ids.split(',').map((id) => {
    const found = mutants.find((mutant) => mutant.id === Number(id));
    return found ?? fail(`there is no mutant ${id}; --list shows them`);
  });
}

function row(mutant: Mutant, outcome: Outcome): readonly string[] {
  const by = outcome.result === 'caught' ? [`by ${outcome.by}`] : change(mutant);
  return [String(mutant.id), outcome.result, `${outcome.seconds} s`, place(mutant), mutant.kind, ...by];
}

function place({ file, line }: Mutant): string {
  return `${file}:${line}`;
}

function change({ was, is }: Mutant): readonly string[] {
  return [`\n    - ${was}\n    + ${is}`];
}

function print(rows: readonly (readonly string[])[]): void {
  const width = [3, 8, 8];
  for (const cells of rows) console.log(cells.map((cell, index) => cell.padEnd(width[index] ?? 0)).join('  '));
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function usage(): void {
  console.log(`npm run test:mutate -- [options]

Draws small faults in src/core, src/flows and src/adapters, tries each in a copy of the tree, and says which the tests catch.

  --seed N           which faults (1); the same seed draws the same faults from the same files
  --count N          how many (40)
  --list             prints the faults and tries none
  --only ID,ID       tries these alone
  --suite COMMAND    runs this in the copy instead of the tests; several are run in turn
  --no-baseline      doesn't check first that the suite passes without a fault
  --json FILE        also writes the results to a file
  --patch ID,ID      prints faults as a patch
  --apply ID,ID --to FOLDER   writes faults into a copy of the tree, to check survivors together
  --tree FOLDER      draws from another checkout (.), which needs its node_modules`);
}
