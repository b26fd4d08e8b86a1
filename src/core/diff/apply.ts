import { isList, type Json } from '../model/json.ts';
import { lastToken, parentOf, resolve } from '../model/pointer.ts';
import type { Difference } from './diff.ts';
import { edited, fromTheBack } from './edit.ts';

/**
 * What `live` becomes when every difference is settled in favour of desired. Equal to desired but for the order of
 * lists that merge by key, where order says nothing.
 */
export function applyDifferences(live: Json, differences: readonly Difference[]): Json {
  const changed = differences.filter(({ desired, live: actual }) => desired !== undefined && actual !== undefined);
  const removed = differences.filter(({ desired }) => desired === undefined);
  const added = differences.filter(({ live: actual }) => actual === undefined);

  let result = live;
  for (const { path, desired } of changed) result = edited(result, path, desired);
  const addedKeys = added.filter((difference) => !isElement(result, difference));
  for (const { path, desired } of addedKeys) result = edited(result, path, desired);
  const addedElements = added.filter((difference) => isElement(result, difference));
  const gone = new Map(removed.map(({ path }) => [path, path]));
  for (const path of fromTheBack([...gone.keys()])) result = edited(result, path, undefined);
  for (const difference of addedElements) result = inserted(result, difference);
  return result;
}

/** `path` of an added element counts its list in live's indexes and the element itself in desired's. */
function isElement(document: Json, { path }: Difference): boolean {
  return isList(resolve(document, parentOf(path)));
}

function inserted(document: Json, { path, desired }: Difference): Json {
  const parent = parentOf(path);
  const list = resolve(document, parent);
  if (!isList(list) || desired === undefined) return document;
  const index = Math.min(Number(lastToken(path)), list.length);
  return edited(document, parent, list.toSpliced(index, 0, desired));
}
