import { isEqual } from '../model/equal.ts';
import { isList, isObject, type Json } from '../model/json.ts';

/** A pair of positions; undefined on one side means the element has no counterpart there. */
export interface Pair {
  readonly live?: number;
  readonly desired?: number;
}

/** Above this many comparisons lists are paired by position: a 10,000-element list must not take minutes. */
const MAX_CELLS = 40_000;

/**
 * Pairs two lists in order, so that one changed, added or removed element is one change. Equal elements are kept
 * together first; what is left in a gap is paired by likeness, then by position where both sides have one left.
 */
export function align(live: readonly Json[], desired: readonly Json[]): readonly Pair[] {
  let start = 0;
  while (start < live.length && start < desired.length && isEqual(live[start], desired[start])) start += 1;
  let end = 0;
  while (
    end < live.length - start &&
    end < desired.length - start &&
    isEqual(live[live.length - 1 - end], desired[desired.length - 1 - end])
  ) {
    end += 1;
  }
  const pairs: Pair[] = [];
  for (let index = 0; index < start; index += 1) pairs.push({ live: index, desired: index });
  const middle = alignMiddle(live.slice(start, live.length - end), desired.slice(start, desired.length - end));
  for (const pair of middle) {
    pairs.push({
      ...(pair.live === undefined ? {} : { live: pair.live + start }),
      ...(pair.desired === undefined ? {} : { desired: pair.desired + start }),
    });
  }
  for (let left = end; left > 0; left -= 1) pairs.push({ live: live.length - left, desired: desired.length - left });
  return pairs;
}

function alignMiddle(live: readonly Json[], desired: readonly Json[]): readonly Pair[] {
  if (live.length === 0) return desired.map((_, index) => ({ desired: index }));
  if (desired.length === 0) return live.map((_, index) => ({ live: index }));
  if (live.length * desired.length > MAX_CELLS) return byPosition(live.length, desired.length);
  return trace(live.length, desired.length, scores(live, desired));
}

function byPosition(live: number, desired: number): readonly Pair[] {
  return Array.from({ length: Math.max(live, desired) }, (_, index) => ({
    ...(index < live ? { live: index } : {}),
    ...(index < desired ? { desired: index } : {}),
  }));
}

/** best[i][j]: the highest total likeness of live[i…] against desired[j…]. */
function scores(live: readonly Json[], desired: readonly Json[]): { best: number[][]; like: number[][] } {
  const like = live.map((a) => desired.map((b) => likeness(a, b)));
  const best = Array.from({ length: live.length + 1 }, () => new Array<number>(desired.length + 1).fill(0));
  for (let i = live.length - 1; i >= 0; i -= 1) {
    for (let j = desired.length - 1; j >= 0; j -= 1) {
      const paired = cell(best, i + 1, j + 1) + cell(like, i, j);
      const row = best[i];
      if (row) row[j] = Math.max(paired, cell(best, i + 1, j), cell(best, i, j + 1));
    }
  }
  return { best, like };
}

function trace(live: number, desired: number, { best, like }: { best: number[][]; like: number[][] }): readonly Pair[] {
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < live && j < desired) {
    if (cell(best, i, j) === cell(best, i + 1, j + 1) + cell(like, i, j)) pairs.push({ live: i++, desired: j++ });
    else if (cell(best, i, j) === cell(best, i + 1, j)) pairs.push({ live: i++ });
    else pairs.push({ desired: j++ });
  }
  for (; i < live; i += 1) pairs.push({ live: i });
  for (; j < desired; j += 1) pairs.push({ desired: j });
  return pairs;
}

function cell(matrix: readonly (readonly number[])[], i: number, j: number): number {
  return matrix[i]?.[j] ?? 0;
}

/** 1 = equal, 0 = nothing in common; a small positive value still pairs two elements of one gap. */
function likeness(a: Json, b: Json): number {
  if (isEqual(a, b)) return 1;
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    const shared = keys.filter((key) => Object.hasOwn(b, key));
    const equal = shared.filter((key) => isEqual(a[key], b[key])).length;
    const all = keys.length + Object.keys(b).length - shared.length;
    return all === 0 ? 0.01 : 0.01 + (0.9 * (equal + 0.1 * (shared.length - equal))) / all;
  }
  return isObject(a) || isObject(b) || isList(a) !== isList(b) ? 0 : 0.01;
}
