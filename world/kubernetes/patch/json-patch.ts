import { edited } from '../../../src/core/model/edit.ts';
import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json, stringAt } from '../../../src/core/model/json.ts';
import { isIndex, lastToken, parentOf, resolve } from '../../../src/core/model/pointer.ts';
import { badRequest } from '../../cluster/objects/status-errors.ts';
import { ApiStatusError } from '../../cluster/types.ts';

/** RFC 6902. An operation that cannot be done is a 422, as the server answers it. */
export function jsonPatched(document: Json, patch: Json): Json {
  if (!isList(patch)) throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  return patch.reduce<Json>(applied, document);
}

function applied(document: Json, operation: Json): Json {
  const path = stringAt(operation, 'path') ?? '';
  const value = isObject(operation) && Object.hasOwn(operation, 'value') ? operation.value : undefined;
  switch (stringAt(operation, 'op')) {
    case 'add':
      return added(document, path, value ?? null);
    case 'replace':
      return edited(existing(document, path), path, value ?? null);
    case 'remove':
      return edited(existing(document, path), path, undefined);
    case 'test':
      if (!isEqual(resolve(document, path) ?? null, value ?? null)) throw rejected();
      return document;
    case 'copy':
      return added(document, path, resolve(document, stringAt(operation, 'from') ?? '') ?? null);
    case 'move': {
      const from = stringAt(operation, 'from') ?? '';
      const moved = resolve(document, from) ?? null;
      return added(edited(existing(document, from), from, undefined), path, moved);
    }
    default:
      throw rejected();
  }
}

function existing(document: Json, path: string): Json {
  if (resolve(document, path) === undefined) throw rejected();
  return document;
}

/** Adding into a list inserts; the parent must be there. */
function added(document: Json, path: string, value: Json): Json {
  if (path === '') return value;
  const parent = resolve(document, parentOf(path));
  const token = lastToken(path);
  if (isList(parent)) {
    const index = token === '-' ? parent.length : isIndex(token) ? Number(token) : -1;
    if (index < 0 || index > parent.length) throw rejected();
    return edited(document, parentOf(path), parent.toSpliced(index, 0, value));
  }
  if (!isObject(parent)) throw rejected();
  return edited(document, path, value);
}

function rejected(): ApiStatusError {
  return new ApiStatusError(422, 'Invalid', 'the server rejected our request due to an error in our request');
}
