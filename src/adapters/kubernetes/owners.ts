import { isObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';

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

/** `apps/v1` → `apps`, `v1` → ``. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}
