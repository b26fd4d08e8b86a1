import { defined } from '../model/defined.ts';
import { isEqual } from '../model/equal.ts';
import { isList, isObject, type Json } from '../model/json.ts';
import { isIndex } from '../model/pointer.ts';
import type { SchemaNode } from '../model/schema-node.ts';

/** Deeper schemas than this do not exist; the limit keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 100;

/** Compiles `openAPIV3Schema`. Anything it does not understand is left out, never an error. */
export function compileSchema(schema: Json | undefined, depth = 0): SchemaNode {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const { properties, items, additionalProperties } = schema;
  const keys = schema['x-kubernetes-list-map-keys'];
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string';
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  const below = (inner: Json): SchemaNode => compileSchema(inner, depth + 1);
  return defined({
    default: schema.default,
    type: typeof schema.type === 'string' ? schema.type : undefined,
    properties: isObject(properties)
      ? new Map(Object.entries(properties).map(([key, value]) => [key, below(value)]))
      : undefined,
    items: isObject(items) ? below(items) : undefined,
    additional: isObject(additionalProperties) ? below(additionalProperties) : undefined,
    listKeys: isList(keys) && keys.length > 0 ? keys.filter((key) => typeof key === 'string') : undefined,
    isSet: schema['x-kubernetes-list-type'] === 'set' || undefined,
    intOrString: isIntOrString || undefined,
    preservesUnknown: isOpen || undefined,
  });
}

export function childSchema(node: SchemaNode | undefined, token: string): SchemaNode | undefined {
  if (!node) return undefined;
  if (node.items && isIndex(token)) return node.items;
  return node.properties?.get(token) ?? node.additional;
}

export function schemaAt(root: SchemaNode | undefined, tokens: readonly string[]): SchemaNode | undefined {
  let node = root;
  for (const token of tokens) node = childSchema(node, token);
  return node;
}

/** What the API server stores for `value` at this node: structural defaulting, top down, as in apiextensions. */
export function withDefaults(node: SchemaNode | undefined, value: Json | undefined): Json | undefined {
  const stated = value === undefined ? node?.default : value;
  if (!node || stated === undefined) return stated;
  if (isList(stated)) return node.items ? stated.map((item) => withDefaults(node.items, item) ?? item) : stated;
  if (!isObject(stated)) return stated;
  const filled = new Map(Object.entries(stated));
  for (const [key, property] of node.properties ?? []) {
    const result = withDefaults(property, filled.get(key));
    if (result !== undefined) filled.set(key, result);
  }
  if (node.additional) {
    for (const [key, item] of filled) {
      if (!node.properties?.has(key)) filled.set(key, withDefaults(node.additional, item) ?? item);
    }
  }
  return Object.fromEntries(filled);
}

/**
 * Whether the schema explains `live` at `tokens` as a default: the node's own, an ancestor's object default that
 * carries it, or an object all of whose values are defaults.
 */
export function isSchemaDefault(root: SchemaNode | undefined, tokens: readonly string[], live: Json): boolean {
  const node = schemaAt(root, tokens);
  if (node && isDefaulted(node, live)) return true;
  for (let length = tokens.length - 1; length >= 0; length -= 1) {
    const ancestor = schemaAt(root, tokens.slice(0, length));
    if (ancestor?.default === undefined) continue;
    let value: Json | undefined = withDefaults(ancestor, ancestor.default);
    for (const token of tokens.slice(length)) {
      value = isList(value)
        ? value[Number(token)]
        : isObject(value) && Object.hasOwn(value, token)
          ? value[token]
          : undefined;
    }
    if (value !== undefined && isEqual(value, live)) return true;
  }
  return false;
}

function isDefaulted(node: SchemaNode, live: Json): boolean {
  if (node.default !== undefined && isEqual(withDefaults(node, undefined), live)) return true;
  if (!isObject(live) || Object.keys(live).length === 0) return false;
  return Object.entries(live).every(([key, value]) => {
    const property = node.properties?.get(key) ?? node.additional;
    return property !== undefined && isDefaulted(property, value);
  });
}

/** The schema lists this object's keys and `token` is not among them: the API server prunes it. */
export function isPrunedBySchema(root: SchemaNode | undefined, parent: readonly string[], token: string): boolean {
  const node = schemaAt(root, parent);
  if (!node?.properties || node.additional || node.preservesUnknown) return false;
  return !node.properties.has(token);
}
