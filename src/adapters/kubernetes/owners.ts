import { isObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import { groupOf } from '../../core/model/resource-ref.ts';

export interface Owner {
  readonly uid: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly isController: boolean;
}

export function ownersOf(manifest: Manifest): readonly Owner[] {
  return listAt(manifest, 'metadata', 'ownerReferences')
    .filter(isObject)
    .map((reference) => ({
      uid: stringAt(reference, 'uid') ?? '',
      group: groupOf(stringAt(reference, 'apiVersion') ?? ''),
      kind: stringAt(reference, 'kind') ?? '',
      name: stringAt(reference, 'name') ?? '',
      isController: reference.controller === true,
    }));
}

export function uidOf(manifest: Manifest): string {
  return stringAt(manifest, 'metadata', 'uid') ?? '';
}
