import type { Addition } from './additions.ts';
import type { Api, Manifest } from './api.ts';
import { canonical, findAt, isScalar, type Json, replaceAt, type Step, scalarsIn } from './json.ts';

/** The added value is the request's value at `source` (`same`), or is made from it. */
export interface Dependency {
  readonly source: readonly Step[];
  readonly same: boolean;
}

/**
 * Finds what an added scalar was copied or made from, by changing each
 * look-alike in the request and asking the server again.
 */
export async function findDependency(api: Api, given: Manifest, addition: Addition): Promise<Dependency | undefined> {
  const { steps, value } = addition;
  for (const { steps: source, value: candidate } of scalarsIn(given)) {
    if (isType(source) || !looksRelated(candidate, value)) continue;
    for (const changed of variationsOf(candidate)) {
      const answer = await api.tryCreate(replaceAt(given, source, changed) as Manifest);
      if (!answer.accepted) continue;
      const now = findAt(answer.object, steps);
      if (now === undefined || canonical(now) === canonical(value)) break;
      return { source, same: canonical(candidate) === canonical(value) && canonical(now) === canonical(changed) };
    }
  }
  return undefined;
}

function isType(steps: readonly Step[]): boolean {
  return steps.length === 1 && (steps[0] === 'apiVersion' || steps[0] === 'kind');
}

function looksRelated(candidate: Json, value: Json): boolean {
  if (!isScalar(candidate) || typeof candidate === 'boolean' || candidate === null || candidate === '') return false;
  if (typeof candidate === 'number' || typeof value !== 'string') return candidate === value;
  return value.toLowerCase().includes(candidate.toLowerCase());
}

/** Values of the same form as `value`: a longer name, another amount of the same unit, the next number. */
function variationsOf(value: Json): Json[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value !== 'string') return [];
  const amount = /^(\d+)(\D*)$/.exec(value);
  return amount ? [`${Number(amount[1]) + 1}${amount[2]}`] : [`${value}x`];
}
