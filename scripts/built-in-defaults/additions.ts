import { canonical, childrenOf, isJsonObject, type Json, type Step } from './json.ts';

/** Something the server returned that the request did not have, at the highest place where it was absent. */
export interface Addition {
  readonly steps: readonly Step[];
  readonly value: Json;
}

export function additionsIn(given: Json, got: Json, steps: readonly Step[] = []): Addition[] {
  if (Array.isArray(given) && Array.isArray(got)) return listAdditions(given, got, steps);
  if (!isJsonObject(given) || !isJsonObject(got)) return [];
  return Object.entries(got).flatMap(([key, value]) => {
    const before = given[key];
    const place = [...steps, key];
    return before === undefined || before === null ? [{ steps: place, value }] : additionsIn(before, value, place);
  });
}

function listAdditions(given: readonly Json[], got: readonly Json[], steps: readonly Step[]): Addition[] {
  const remaining = [...given];
  return got.flatMap((element, index) => {
    const place = [...steps, index];
    const match =
      given.length === got.length ? index : remaining.findIndex((candidate) => isWithin(candidate, element));
    if (match === -1) return [{ steps: place, value: element }];
    const before = given.length === got.length ? given[index] : remaining.splice(match, 1)[0];
    return before === undefined ? [] : additionsIn(before, element, place);
  });
}

/** Whether every scalar of `part` is found, at the same place, in `whole`. */
function isWithin(part: Json, whole: Json): boolean {
  const children = childrenOf(part);
  if (children.length === 0) return canonical(part) === canonical(whole) || isEmptyContainer(part, whole);
  const others = new Map(childrenOf(whole));
  return children.every(([step, child]) => {
    const other = others.get(step);
    return other !== undefined && isWithin(child, other);
  });
}

function isEmptyContainer(part: Json, whole: Json): boolean {
  return typeof part === 'object' && part !== null && typeof whole === 'object' && whole !== null;
}
