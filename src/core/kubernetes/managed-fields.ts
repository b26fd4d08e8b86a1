import type { Writer } from '../model/change.ts';
import { isEqual } from '../model/equal.ts';
import { at, isList, isObject, type Json, type JsonObject, listAt, type Manifest, stringAt } from '../model/json.ts';
import { type Pointer, parsePointer } from '../model/pointer.ts';

interface Entry {
  readonly writer: Writer;
  readonly fields: JsonObject;
}

/** `metadata.managedFields` of one live object, ready to be asked who wrote a field: docs/facts.md#field-owners. */
export interface ManagedFields {
  readonly observed: boolean;
  /** All writers of the object outside `/status`, newest first. */
  readonly writers: readonly Writer[];
  /** Writers of the field at `path`, newest first. */
  writersOf(path: Pointer): readonly Writer[];
  /** Managers that own `/status` or act through it: the controllers that reconcile this object. */
  readonly reconcilers: readonly string[];
}

export function readManagedFields(live: Manifest | null): ManagedFields {
  const entries = listAt(live ?? {}, 'metadata', 'managedFields').flatMap(readEntry);
  // an entry may have no time (writes through /scale have none): unknown counts as new, so that it is not passed over
  const sorted = entries.toSorted((a, b) => (b.writer.time ?? '~').localeCompare(a.writer.time ?? '~'));
  const [ofStatus, ofSpec] = [sorted.filter(isOfStatus), sorted.filter((entry) => !isOfStatus(entry))];
  const known = new Map<Pointer, readonly Writer[]>();
  return {
    observed: entries.length > 0,
    writers: ofSpec.map(({ writer }) => writer),
    reconcilers: [...new Set(ofStatus.map(({ writer }) => writer.manager))],
    writersOf(path) {
      const asked = known.get(path);
      if (asked) return asked;
      const tokens = parsePointer(path);
      const reached = sorted.flatMap((entry) => {
        const reach = reachOf(entry.fields, live ?? {}, tokens);
        return reach ? [{ writer: entry.writer, ...reach }] : [];
      });
      const deepest = Math.max(...reached.map(({ depth }) => depth));
      const newest = reached.find(({ depth }) => depth === deepest)?.writer.time ?? '~';
      const isBeaten = ({ depth, isMap, writer }: (typeof reached)[number]): boolean =>
        isMap && depth < deepest && (writer.time ?? '~') <= newest;
      const writers = reached.filter((entry) => !isBeaten(entry)).map(({ writer }) => writer);
      known.set(path, writers);
      return writers;
    },
  };
}

function readEntry(entry: Json): readonly Entry[] {
  const manager = stringAt(entry, 'manager');
  const fields = at(entry, 'fieldsV1');
  if (manager === undefined || !isObject(fields)) return [];
  const subresource = stringAt(entry, 'subresource');
  const time = stringAt(entry, 'time');
  return [
    {
      fields,
      writer: {
        manager,
        operation: stringAt(entry, 'operation') === 'Apply' ? 'Apply' : 'Update',
        ...(subresource ? { subresource } : {}),
        ...(time ? { time } : {}),
      },
    },
  ];
}

function isOfStatus({ writer, fields }: Entry): boolean {
  const keys = Object.keys(fields);
  return writer.subresource === 'status' || (keys.length > 0 && keys.every((key) => key === 'f:status'));
}

interface Reach {
  /** How many tokens of the path the manager's tree follows. */
  readonly depth: number;
  /** It ends early, at a map. */
  readonly isMap: boolean;
}

/**
 * FieldsV1: `f:<key>` for a map key (dots and slashes stay as they are), `k:{…}` for an element by its keys, `v:<json>`
 * for a set element, `i:<n>` for a position, `.` for the node itself. A leaf `{}` owns all below it; of a map it may be
 * what is left after somebody else wrote its only key, so whoever reached deeper since beats it. A node that was reached with
 * children below owns part of the path's value. undefined: not an owner.
 */
function reachOf(fields: JsonObject, live: Json, tokens: readonly string[]): Reach | undefined {
  let node: JsonObject = fields;
  let value: Json | undefined = live;
  for (const [depth, token] of tokens.entries()) {
    if (isLeaf(node)) return { depth, isMap: isObject(value) };
    const next = isList(value) ? elementNode(node, value[Number(token)], token) : at(node, `f:${token}`);
    if (!isObject(next)) return undefined;
    node = next;
    if (isList(value)) value = value[Number(token)];
    else if (isObject(value) && Object.hasOwn(value, token)) value = value[token];
    else value = undefined;
  }
  return { depth: tokens.length, isMap: false };
}

function isLeaf(node: JsonObject): boolean {
  return Object.keys(node).every((key) => key === '.');
}

/** Some real objects key ports by name only, so a `k:` selector matches by whatever keys it states. */
function elementNode(node: JsonObject, element: Json | undefined, index: string): Json | undefined {
  return selectorsOf(node).find(({ selects }) => selects(element, index))?.child;
}

interface Selector {
  readonly child: Json;
  selects(element: Json | undefined, index: string): boolean;
}

/** A list's selectors are JSON inside keys; they are parsed once per object, not once per question. */
const parsedSelectors = new WeakMap<JsonObject, readonly Selector[]>();

function selectorsOf(node: JsonObject): readonly Selector[] {
  const known = parsedSelectors.get(node);
  if (known) return known;
  const selectors = Object.entries(node).flatMap(([selector, child]): readonly Selector[] => {
    const value = selector.startsWith('k:') || selector.startsWith('v:') ? parsed(selector.slice(2)) : undefined;
    if (selector.startsWith('k:')) return [{ child, selects: (element) => isSelectedBy(value, element) }];
    if (selector.startsWith('v:')) return [{ child, selects: (element) => isEqual(value, element) }];
    return selector.startsWith('i:') ? [{ child, selects: (_, index) => selector === `i:${index}` }] : [];
  });
  parsedSelectors.set(node, selectors);
  return selectors;
}

function isSelectedBy(keys: Json | undefined, element: Json | undefined): boolean {
  if (!isObject(keys) || !isObject(element)) return false;
  return Object.entries(keys).every(
    ([key, value]) => isEqual(element[key], value) || (element[key] === undefined && key === 'protocol'),
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
