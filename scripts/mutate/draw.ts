import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, mutate, mutationsOf } from './mutations.ts';
import type { Program } from './program.ts';

export interface Mutant extends Mutation {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The line before and after, without its indentation. */
  readonly was: string;
  readonly is: string;
}

/** Where faults are drawn: what decides and what talks to the outside, not how it looks. */
const PLACES = ['src/core', 'src/flows', 'src/adapters'];

const TRIES_PER_MUTANT = 200;

export function sourceFiles(tree: string): readonly { file: string; text: string }[] {
  return PLACES.flatMap((place) => globSync(`${place}/**/*.ts`, { cwd: tree }))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(tree, file), 'utf8') }));
}

/**
 * The same seed draws the same mutants from the same files. A file is drawn by its number of lines, then a kind of
 * mutation that it offers, then a place: a common kind doesn't crowd out the others. Only what still compiles counts.
 */
export function draw(
  files: readonly { file: string; text: string }[],
  { seed, count, program }: { seed: number; count: number; program: Program },
): readonly Mutant[] {
  const random = randomFrom(seed);
  const weights = files.map(({ text }) => text.split('\n').length);
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const tried = new Set<string>();
  let drawn: readonly Mutant[] = [];

  for (let tries = 0; tries < count * TRIES_PER_MUTANT; tries += 1) {
    const chosen = files[weighted(weights, random)];
    const mutation = chosen && pickMutation(mutationsOf(program.source(chosen.file)), random);
    if (chosen === undefined || mutation === undefined) continue;

    const mutant = { ...mutation, id: drawn.length + 1, file: chosen.file, ...shown(chosen.text, mutation) };
    const key = `${mutant.file}:${mutant.start}:${mutant.end}:${mutant.text}`;
    if (tried.has(key) || drawn.some((other) => overlap(mutant, other))) continue;
    tried.add(key);
    if (!program.fileCompiles(mutant.file, mutate(chosen.text, mutation))) continue;

    drawn = [...drawn, mutant];
    if (drawn.length === count) drawn = whatCompiles(drawn, texts, program);
    if (drawn.length === count) return drawn;
  }
  throw new Error(`only ${drawn.length} of ${count} mutants could be drawn`);
}

/** The whole project is checked for all at once, because that takes seconds; one by one only if something is wrong. */
function whatCompiles(
  drawn: readonly Mutant[],
  texts: ReadonlyMap<string, string>,
  program: Program,
): readonly Mutant[] {
  const compile = (mutants: readonly Mutant[]) =>
    program.compiles(
      new Map(
        [...Map.groupBy(mutants, ({ file }) => file)].map(([file, own]) => [
          file,
          mutateAll(texts.get(file) ?? '', own),
        ]),
      ),
    );
  if (compile(drawn)) return drawn;
  return drawn.filter((mutant) => compile([mutant])).map((mutant, index) => ({ ...mutant, id: index + 1 }));
}

/** Several mutants of one text at once: from the end to the start, so that each finds its place. */
export function mutateAll(text: string, mutants: readonly Mutant[]): string {
  return mutants.toSorted((a, b) => b.start - a.start).reduce(mutate, text);
}

function overlap(a: Mutant, b: Mutant): boolean {
  return a.file === b.file && a.start < b.end && b.start < a.end;
}

function pickMutation(mutations: readonly Mutation[], random: () => number): Mutation | undefined {
  const kinds = [...new Set(mutations.map(({ kind }) => kind))].toSorted();
  const kind = kinds[Math.floor(random() * kinds.length)];
  const places = mutations.filter((mutation) => mutation.kind === kind);
  return places[Math.floor(random() * places.length)];
}

function shown(text: string, mutation: Mutation): Pick<Mutant, 'line' | 'was' | 'is'> {
  const from = text.lastIndexOf('\n', mutation.start) + 1;
  const until = text.indexOf('\n', mutation.end);
  const to = until === -1 ? text.length : until;
  const oneLine = (lines: string) => lines.replace(/\s+/g, ' ').trim();
  return {
    line: text.slice(0, mutation.start).split('\n').length,
    was: oneLine(text.slice(from, to)),
    is: oneLine(text.slice(from, mutation.start) + mutation.text + text.slice(mutation.end, to)),
  };
}

function weighted(weights: readonly number[], random: () => number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let rest = random() * total;
  return weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
}

/** mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
