import { diff } from '../../diff/diff.ts';
import { makeMasker } from '../../mask/mask.ts';
import { isObject, type Json, type JsonObject, type Manifest } from '../../model/json.ts';
import type { Pointer } from '../../model/pointer.ts';
import { isBuiltIn, type ResourceRef } from '../../model/resource-ref.ts';
import { valueWords } from '../../words/value.ts';
import type { Step } from './plan.ts';

/** One field that a step sets or removes, in words: plans are stored and shown, so that values are masked and short. */
export interface FieldWrite {
  readonly path: Pointer;
  readonly before: string;
  readonly after: string;
}

const MOST = 20;
const MOST_VALUE = 120;

/** What a merge patch changes; its undo holds the earlier values. */
export function writesOfPatch({ target, patch, undo }: Pick<Step, 'target' | 'patch' | 'undo'>): readonly FieldWrite[] {
  if (patch === undefined) return [];
  const before = undo.how === 'patch' ? withoutNulls(undo.patch) : {};
  return writesBetween(target, before, withoutNulls(patch));
}

/** What an apply of the target sets. What it leaves to the API server and to others is not its own. */
export function writesOfApply(target: ResourceRef, live: Manifest, desired: Manifest): readonly FieldWrite[] {
  return writesBetween(target, live, desired, ({ desired: wanted }) => wanted !== undefined);
}

interface Sides {
  readonly desired?: Json;
}

function writesBetween(
  target: ResourceRef,
  before: Manifest,
  after: Manifest,
  isMeant: (sides: Sides) => boolean = () => true,
): readonly FieldWrite[] {
  const masker = makeMasker();
  const kind = { kind: target.kind };
  return diff(masker.manifest({ ...before, ...kind }), masker.manifest({ ...after, ...kind }), {
    builtIn: isBuiltIn(target),
  })
    .filter((found) => found.sameMeaning === undefined && isMeant(found))
    .slice(0, MOST)
    .map(({ path, live, desired }) => ({
      path,
      before: valueWords(live, MOST_VALUE),
      after: valueWords(desired, MOST_VALUE),
    }));
}

/** In a merge patch null says that the key is not there. */
function withoutNulls(patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]) => {
      if (value === null) return [];
      return [[key, isObject(value) ? withoutNulls(value) : value]];
    }),
  );
}
