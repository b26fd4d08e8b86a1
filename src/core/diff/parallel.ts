import { isEqual } from '../model/equal.ts';
import { isList, isObject, type Json } from '../model/json.ts';

const KEYS = ['name', 'containerPort', 'port', 'key', 'mountPath', 'ip', 'type', 'id'];

/**
 * The value in `document` at the place where `tokens` lead in `guide`: map keys by name, list elements by their key in
 * the guide's element, else by position. For asking an older manifest of the same object about a live path.
 */
export function resolveAlong(document: Json | undefined, guide: Json, tokens: readonly string[]): Json | undefined {
  let value = document;
  let along: Json | undefined = guide;
  for (const token of tokens) {
    if (isList(value) && isList(along)) {
      const element: Json | undefined = along[Number(token)];
      value = counterpart(value, element) ?? (isObject(element) ? undefined : value[Number(token)]);
      along = element;
    } else if (isObject(value) && Object.hasOwn(value, token)) {
      value = value[token];
      along = isObject(along) && Object.hasOwn(along, token) ? along[token] : undefined;
    } else return undefined;
  }
  return value;
}

function counterpart(elements: readonly Json[], element: Json | undefined): Json | undefined {
  if (!isObject(element)) return elements.find((candidate) => isEqual(candidate, element));
  const key = KEYS.find(
    (candidate) => typeof element[candidate] === 'string' || typeof element[candidate] === 'number',
  );
  if (key === undefined) return undefined;
  return elements.find((candidate) => isObject(candidate) && isEqual(candidate[key], element[key]));
}
