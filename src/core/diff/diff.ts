import { keyOf, type ListKeys, listKeysFor } from '../kubernetes/list-keys.ts';
import { isFreeMap } from '../kubernetes/object-metadata.ts';
import { childSchema } from '../kubernetes/schema.ts';
import type { SameMeaning } from '../model/change.ts';
import { defined } from '../model/defined.ts';
import { isEqual } from '../model/equal.ts';
import { isEmpty, isList, isObject, type Json, type JsonObject } from '../model/json.ts';
import { child, type Pointer } from '../model/pointer.ts';
import type { SchemaNode } from '../model/schema-node.ts';
import { align } from './align.ts';
import { sameMeaning } from './same-meaning.ts';

/** A Change before its writers are known. */
export interface Difference {
  readonly path: Pointer;
  readonly desiredPath: Pointer;
  readonly desired?: Json;
  readonly live?: Json;
  readonly sameMeaning?: SameMeaning;
  /** The path runs through a list that Git states: merged by key, or replaced as a whole. */
  readonly inList: 'no' | 'merged' | 'atomic';
}

export interface DiffOptions {
  /** A kind of client-go: its lists merge by key. */
  readonly builtIn?: boolean;
  readonly schema?: SchemaNode | undefined;
  /** Also tell where a list that merges by key has the same elements in another order: Argo CD's verdict does. */
  readonly ordered?: boolean;
}

/** Below this depth two values are compared whole; no real manifest is nested so deep. */
const MAX_DEPTH = 200;

interface Place {
  readonly path: Pointer;
  readonly desiredPath: Pointer;
  readonly field: string;
  /** In a map whose values are the user's own text. */
  readonly isFreeText: boolean;
  /** An element of an `env` list. */
  readonly isEnv: boolean;
  readonly schema: SchemaNode | undefined;
  readonly inList: Difference['inList'];
  readonly depth: number;
}

/** Everything in which `desired` and `live` differ, most precise path each; equal documents yield nothing. */
export function diff(live: Json | null, desired: Json | null, options: DiffOptions = {}): readonly Difference[] {
  const found: Difference[] = [];
  const builtIn = options.builtIn ?? false;

  function emit(place: Place, sides: { desired?: Json; live?: Json }, meaning?: SameMeaning): void {
    found.push({
      path: place.path,
      desiredPath: place.desiredPath,
      ...sides,
      ...defined({ sameMeaning: meaning }),
      inList: place.inList,
    });
  }

  function compare(liveValue: Json, desiredValue: Json, place: Place): void {
    if (liveValue === desiredValue) return;
    if (place.depth >= MAX_DEPTH) {
      if (!isEqual(liveValue, desiredValue)) emit(place, { desired: desiredValue, live: liveValue });
    } else if (isObject(liveValue) && isObject(desiredValue)) compareObjects(liveValue, desiredValue, place);
    else if (isList(liveValue) && isList(desiredValue)) compareLists(liveValue, desiredValue, place);
    else if (!isEqual(liveValue, desiredValue)) {
      emit(place, { desired: desiredValue, live: liveValue }, sameMeaning(desiredValue, liveValue, place));
    }
  }

  function compareObjects(liveValue: JsonObject, desiredValue: JsonObject, place: Place): void {
    if (isStatedEmpty(desiredValue, liveValue, place.field)) {
      emit(place, { desired: desiredValue, live: liveValue });
      return;
    }
    for (const [key, value] of Object.entries(liveValue)) {
      const inner = below(place, key, key);
      const other = Object.hasOwn(desiredValue, key) ? desiredValue[key] : undefined;
      if (other === undefined) emit(inner, { live: value });
      else compare(value, other, inner);
    }
    for (const [key, value] of Object.entries(desiredValue)) {
      if (!Object.hasOwn(liveValue, key)) emit(below(place, key, key), { desired: value });
    }
  }

  function compareLists(liveList: readonly Json[], desiredList: readonly Json[], place: Place): void {
    if (isEqual(liveList, desiredList)) return;
    if (liveList.length === 0 || desiredList.length === 0) {
      emit(place, { desired: desiredList, live: liveList }, sameMeaning(desiredList, liveList, place));
      return;
    }
    const reordered = sameMeaning(desiredList, liveList, place) === 'order';
    const keys = listKeysFor({ field: place.field, builtIn, schema: place.schema }, liveList, desiredList);
    if (reordered) {
      if (!keys?.merges && place.schema?.isSet !== true) emit(place, { desired: desiredList, live: liveList }, 'order');
      else if (options.ordered) emit(place, { desired: desiredList, live: liveList });
    } else if (keys?.merges) compareKeyed(liveList, desiredList, keys, place);
    else if (keys && isSameOrder(liveList, desiredList, keys)) pairByKey(liveList, desiredList, keys, place);
    else compareAligned(liveList, desiredList, place);
  }

  function compareKeyed(liveList: readonly Json[], desiredList: readonly Json[], keys: ListKeys, place: Place): void {
    const liveOnce = lastByKey(liveList, keys);
    const desiredOnce = lastByKey(desiredList, keys);
    if (liveOnce.length < liveList.length || desiredOnce.length < desiredList.length) {
      const before = found.length;
      pairByKey(liveOnce, desiredOnce, keys, place);
      const same = found.length === before;
      found.length = before;
      emit(place, { desired: desiredList, live: liveList }, same ? 'duplicates' : undefined);
    } else pairByKey(liveList, desiredList, keys, place);
  }

  function pairByKey(liveList: readonly Json[], desiredList: readonly Json[], keys: ListKeys, place: Place): void {
    const wanted = new Map(desiredList.map((element, index) => [keyOf(element, keys.keys), index]));
    for (const [index, element] of liveList.entries()) {
      const key = keyOf(element, keys.keys);
      const counterpart = wanted.get(key);
      if (counterpart === undefined) emit(inElement(place, index, index, keys), { live: element });
      else {
        wanted.delete(key);
        compare(element, desiredList[counterpart] ?? null, inElement(place, index, counterpart, keys));
      }
    }
    for (const index of wanted.values()) {
      emit(inElement(place, index, index, keys), { desired: desiredList[index] ?? null });
    }
  }

  function compareAligned(liveList: readonly Json[], desiredList: readonly Json[], place: Place): void {
    for (const pair of align(liveList, desiredList)) {
      if (pair.live === undefined) {
        const index = pair.desired ?? 0;
        emit(inElement(place, index, index), { desired: desiredList[index] ?? null });
      } else if (pair.desired === undefined) {
        emit(inElement(place, pair.live, pair.live), { live: liveList[pair.live] ?? null });
      } else {
        compare(
          liveList[pair.live] ?? null,
          desiredList[pair.desired] ?? null,
          inElement(place, pair.live, pair.desired),
        );
      }
    }
  }

  const root: Place = {
    path: '',
    desiredPath: '',
    field: '',
    isFreeText: false,
    isEnv: false,
    schema: options.schema,
    inList: 'no',
    depth: 0,
  };
  if (live === null && desired === null) return [];
  if (live === null) emit(root, { desired: desired ?? {} });
  else if (desired === null) emit(root, { live });
  else compare(live, desired, root);
  return found;
}

function below(place: Place, key: string, desiredKey: string): Place {
  return {
    path: child(place.path, key),
    desiredPath: child(place.desiredPath, desiredKey),
    field: key,
    isFreeText: place.isFreeText || isFreeMap(place.field) || (place.isEnv && key === 'value'),
    isEnv: false,
    schema: childSchema(place.schema, key),
    inList: place.inList,
    depth: place.depth + 1,
  };
}

function inElement(place: Place, live: number, desired: number, keys?: ListKeys): Place {
  return {
    path: child(place.path, live),
    desiredPath: child(place.desiredPath, desired),
    field: '',
    isFreeText: false,
    isEnv: place.field === 'env',
    schema: place.schema?.items,
    inList: place.inList === 'atomic' || !keys?.merges ? 'atomic' : 'merged',
    depth: place.depth + 1,
  };
}

/** Git states `{}` and live has entries: one change, not one per entry. Labels and annotations are read entry by entry. */
function isStatedEmpty(desired: JsonObject, live: JsonObject, field: string): boolean {
  if (field === 'labels' || field === 'annotations' || field === '') return false;
  return isEmpty(desired) && !isEmpty(live);
}

function isSameOrder(live: readonly Json[], desired: readonly Json[], keys: ListKeys): boolean {
  const liveKeys = live.map((element) => keyOf(element, keys.keys));
  const desiredKeys = desired.map((element) => keyOf(element, keys.keys));
  const inDesired = new Set(desiredKeys);
  const inLive = new Set(liveKeys);
  const shared = liveKeys.filter((key) => inDesired.has(key));
  const sharedDesired = desiredKeys.filter((key) => inLive.has(key));
  return shared.length > 0 && shared.every((key, index) => key === sharedDesired[index]);
}

/** Duplicate keys: the API server keeps the last one. */
function lastByKey(elements: readonly Json[], keys: ListKeys): readonly Json[] {
  return [...new Map(elements.map((element) => [keyOf(element, keys.keys), element])).values()];
}
