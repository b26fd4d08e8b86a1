import { isZero, type Json } from '../../../src/core/model/json.ts';
import { type Pointer, parsePointer } from '../../../src/core/model/pointer.ts';
import { isBuiltIn } from '../../../src/core/model/resource-ref.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { builtInType } from '../../cluster/typing/built-in-types.ts';
import { fieldType, type TypeNode } from '../../cluster/typing/type-node.ts';

/**
 * Argo CD reads a manifest of a built-in kind into its Go struct and writes it out again, and a field that is omitted when
 * empty is gone then: `hostNetwork: false`. Pointers keep an explicit zero, and so do entries of maps.
 */
export function isLostInMarshalling(key: ObjectKey, path: Pointer, field: string, value: Json): boolean {
  if (!isZero(value) || !isBuiltIn(key)) return false;
  let type: TypeNode | undefined = builtInType(key.group, key.kind);
  for (const token of parsePointer(path)) type = type && innerType(type, token);
  return type?.is === 'object' && type.fields?.get(field)?.presence === 'non-zero';
}

function innerType(type: TypeNode, token: string): TypeNode | undefined {
  if (type.is === 'list') return type.element;
  return type.is === 'object' ? fieldType(type, token) : undefined;
}
