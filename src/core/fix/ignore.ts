import type { IgnoreRule } from '../model/fix.ts';
import { isList, isObject, type Json } from '../model/json.ts';
import { isIndex, type Pointer, parsePointer } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import { naturalKeyOf } from './snippet.ts';

/** The narrowest rule that hides exactly these fields of exactly this object. */
export function ignoreRuleFor(ref: ResourceRef, paths: readonly Pointer[], document: Json): IgnoreRule {
  const brittle = paths.filter((path) => parsePointer(path).some(isIndex));
  const pointers = paths.filter((path) => !brittle.includes(path));
  return {
    // an explicit empty group is dropped by Argo CD and would itself become drift (class B)
    ...(ref.group === '' ? {} : { group: ref.group }),
    kind: ref.kind,
    ...(ref.name === '' ? {} : { name: ref.name }),
    ...(ref.namespace === '' ? {} : { namespace: ref.namespace }),
    ...(pointers.length === 0 ? {} : { jsonPointers: pointers }),
    ...(brittle.length === 0
      ? {}
      : { jqPathExpressions: [...new Set(brittle.map((path) => jqPathFor(path, document)))] }),
  };
}

/** `.webhooks[] | select(.name == "x") | .clientConfig.caBundle`: elements by their key, because an index moves. */
export function jqPathFor(path: Pointer, document: Json): string {
  let expression = '';
  let value: Json | undefined = document;
  for (const token of parsePointer(path)) {
    if (isList(value) && isIndex(token)) {
      const element: Json | undefined = value[Number(token)];
      expression += `[]?${selectorFor(element)}`;
      value = element;
    } else {
      expression += `${expression.endsWith(')') ? ' | ' : ''}${keyStep(token)}`;
      value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    }
  }
  return expression.startsWith('.') ? expression : `.${expression}`;
}

function keyStep(token: string): string {
  return /^[A-Za-z_]\w*$/.test(token) ? `.${token}` : `.[${JSON.stringify(token)}]`;
}

function selectorFor(element: Json | undefined): string {
  if (typeof element === 'string' || typeof element === 'number') return ` | select(. == ${JSON.stringify(element)})`;
  if (!isObject(element)) return '';
  const key = naturalKeyOf(element);
  return key === undefined ? '' : ` | select(.${key} == ${JSON.stringify(element[key])})`;
}
