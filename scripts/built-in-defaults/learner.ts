import { type Addition, additionsIn } from './additions.ts';
import type { Api, Manifest } from './api.ts';
import { type Dependency, findDependency } from './dependency.ts';
import { canonical, type Json, type Step, scalarsIn } from './json.ts';
import { isAtOrBelow, patternFor } from './pattern.ts';
import type { KindSchema } from './schema.ts';
import type { DefaultsTable } from './table.ts';

/** Written by the server, or by controllers, on objects of every kind; never a default. */
const BOOKKEEPING = [
  '/metadata/creationTimestamp',
  '/metadata/generation',
  '/metadata/managedFields',
  '/metadata/namespace',
  '/metadata/resourceVersion',
  '/metadata/uid',
  '/status',
];
const EVERY_KIND = '*';

export type Learner = ReturnType<typeof makeLearner>;

/** Sorts what the server adds to objects of one kind: bookkeeping, assigned, copied from elsewhere, or a default. */
export function makeLearner(api: Api, schema: KindSchema, table: DefaultsTable, kind: string) {
  const dependencies = new Map<string, Dependency | undefined>();
  const volatile = new Set<string>();

  async function learn(given: Manifest, got: Json): Promise<void> {
    for (const addition of additionsIn(given, got)) await sort(given, addition);
  }

  async function sort(given: Manifest, addition: Addition): Promise<void> {
    const bookkeeping = findBookkeeping(addition.steps);
    if (bookkeeping !== undefined) {
      table.addAssigned(EVERY_KIND, bookkeeping);
      return;
    }
    const parts = scalarsIn(addition.value, addition.steps);
    if (isVolatile(addition.steps) || (parts.length > 0 && parts.every((part) => isVolatile(part.steps)))) {
      table.addAssigned(kind, patternOf(addition.steps));
      return;
    }
    const sources = await Promise.all(parts.map((part) => dependencyOf(given, part)));
    const isPlain = parts.every((part, index) => sources[index] === undefined && !isVolatile(part.steps));
    if (isPlain) table.addDefault(kind, patternOf(addition.steps), addition.value);
    else for (const [index, part] of parts.entries()) recordPart(part, sources[index]);
  }

  function recordPart(part: Addition, from: Dependency | undefined): void {
    if (isVolatile(part.steps)) table.addAssigned(kind, patternOf(part.steps));
    else if (from === undefined) table.addDefault(kind, patternOf(part.steps), part.value);
    else recordDependency(part, from);
  }

  function recordDependency(part: Addition, { source, same }: Dependency): void {
    const sharesKey = part.steps.at(-1) === source.at(-1);
    const relation = same ? 'copyOf' : 'derivedFrom';
    table.addDependency(kind, patternOf(part.steps, sharesKey), patternOf(source, sharesKey), relation);
  }

  async function dependencyOf(given: Manifest, part: Addition): Promise<Dependency | undefined> {
    const key = `${patternOf(part.steps)} ${canonical(part.value)}`;
    if (!dependencies.has(key)) dependencies.set(key, await findDependency(api, given, part));
    return dependencies.get(key);
  }

  /** A key of a free-form map is part of the path unless the whole map is copied key by key. */
  function patternOf(steps: readonly Step[], anyKey = false): string {
    const free = schema.freeSteps(steps);
    return patternFor(steps, (index) => free[index] === true && (typeof steps[index] === 'number' || anyKey));
  }

  function isVolatile(steps: readonly Step[]): boolean {
    const pattern = patternOf(steps);
    return [...volatile].some((place) => isAtOrBelow(pattern, place));
  }

  function findBookkeeping(steps: readonly Step[]): string | undefined {
    const pattern = patternOf(steps);
    return BOOKKEEPING.find((path) => isAtOrBelow(pattern, path));
  }

  return {
    learn,
    markVolatile(steps: readonly Step[]): void {
      volatile.add(patternOf(steps));
    },
    /** Whether the server, not the request or a default, decides any part of this addition. */
    isServers({ steps, value }: Addition): boolean {
      const parts = scalarsIn(value, steps);
      return findBookkeeping(steps) !== undefined || isVolatile(steps) || parts.some((part) => isVolatile(part.steps));
    },
  };
}
