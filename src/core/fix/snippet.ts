import { isList, isObject, type Json, type JsonObject } from '../model/json.ts';
import { isIndex, type Pointer, parsePointer } from '../model/pointer.ts';

/** A field to show in its place; `document` says which tokens are list positions and what their elements are called. */
export interface Placed {
  readonly path: Pointer;
  readonly value: Json;
}

type Branch = Map<string, Branch | Json>;

/**
 * The smallest piece of a manifest that holds exactly these fields. A list element is shown with the key that names it,
 * because its position says nothing to the person who edits the file.
 */
export function snippetOf(fields: readonly Placed[], document: Json): Json {
  const root: Branch = new Map();
  for (const { path, value } of fields) place(root, parsePointer(path), value);
  return built(root, document);
}

function place(branch: Branch, tokens: readonly string[], value: Json): void {
  const [token, ...rest] = tokens;
  if (token === undefined) return;
  if (rest.length === 0) {
    branch.set(token, value);
    return;
  }
  const next = branch.get(token);
  if (next instanceof Map) place(next, rest, value);
  else {
    const fresh: Branch = new Map();
    branch.set(token, fresh);
    place(fresh, rest, value);
  }
}

function built(branch: Branch, document: Json | undefined): Json {
  const entries = [...branch].map(([token, inner]) => {
    const below = isList(document)
      ? document[Number(token)]
      : isObject(document) && Object.hasOwn(document, token)
        ? document[token]
        : undefined;
    return [token, inner instanceof Map ? built(inner, below) : inner, below] as const;
  });
  if (isList(document) && entries.every(([token]) => isIndex(token)))
    return entries.map(([, value, element]) => named(value, element));
  return Object.fromEntries(entries.map(([token, value]) => [token, value]));
}

function named(value: Json, element: Json | undefined): Json {
  const key = isObject(element) ? naturalKeyOf(element) : undefined;
  if (key === undefined || !isObject(element) || !isObject(value) || Object.hasOwn(value, key)) return value;
  return { [key]: element[key] ?? null, ...(value as JsonObject) };
}

const NATURAL_KEYS = [
  'name',
  'secretKey',
  'key',
  'id',
  'type',
  'containerPort',
  'port',
  'mountPath',
  'ip',
  'host',
  'path',
];

/** The field by which people call an element of a list. */
export function naturalKeyOf(element: JsonObject): string | undefined {
  return NATURAL_KEYS.find(
    (key) => Object.hasOwn(element, key) && (typeof element[key] === 'string' || typeof element[key] === 'number'),
  );
}
