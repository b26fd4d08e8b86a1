import { edited } from '../model/edit.ts';
import { isList, type Json } from '../model/json.ts';
import { lastToken, type Pointer, parentOf, resolve } from '../model/pointer.ts';
import type { Difference } from './diff.ts';

type Settleable = Pick<Difference, 'path' | 'desiredPath' | 'desired' | 'live'>;

/**
 * What `live` becomes when every difference is settled in favour of desired. Equal to desired but for the order of
 * lists that merge by key, where order says nothing.
 */
export function applyDifferences(live: Json, differences: readonly Settleable[]): Json {
  const isOfList = ({ path }: Settleable): boolean => path !== '' && isList(resolve(live, parentOf(path)));
  const isMoving = (difference: Settleable): boolean =>
    isOfList(difference) && (difference.desired === undefined || difference.live === undefined);

  let result = live;
  for (const { path, desired } of differences.filter((difference) => !isMoving(difference))) {
    result = edited(result, path, desired);
  }
  // paths count in live's indexes, and settling a list moves its elements: innermost lists first
  const lists = Map.groupBy(differences.filter(isMoving), ({ path }) => parentOf(path));
  const innermostFirst = [...lists].toSorted(([a], [b]) => depthOf(b) - depthOf(a));
  for (const [path, moves] of innermostFirst) {
    const list = resolve(result, path);
    if (isList(list)) result = edited(result, path, settled(list, moves));
  }
  return result;
}

function depthOf(path: Pointer): number {
  return path.split('/').length;
}

/** Removed elements are counted in live, added ones in desired. */
function settled(list: readonly Json[], moves: readonly Settleable[]): Json {
  const removed = new Set(
    moves.filter(({ desired }) => desired === undefined).map(({ path }) => Number(lastToken(path))),
  );
  const kept = list.filter((_, index) => !removed.has(index));
  const added = moves
    .flatMap(({ desired, live, desiredPath }) =>
      desired === undefined || live !== undefined ? [] : [{ index: Number(lastToken(desiredPath)), desired }],
    )
    .toSorted((a, b) => a.index - b.index);
  for (const { index, desired } of added) kept.splice(index, 0, desired);
  return kept;
}
