import { defined } from '../../../src/core/model/defined.ts';
import { at, isObject, type Json, stringAt } from '../../../src/core/model/json.ts';
import { type FieldSet, formatFieldsV1, isEmptySet, parseFieldsV1 } from './field-set.ts';

/** One entry of metadata.managedFields. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

export type ManagerId = Pick<Manager, 'name' | 'operation' | 'apiVersion' | 'subresource'>;

/** An applier is the same one whichever version it applies. */
export function isSameManager(a: ManagerId, b: ManagerId): boolean {
  return (
    a.name === b.name &&
    a.operation === b.operation &&
    a.subresource === b.subresource &&
    (a.operation === 'Apply' || a.apiVersion === b.apiVersion)
  );
}

/** undefined when an entry cannot be read: the server then goes by the stored ones. */
export function parseManagers(managedFields: readonly Json[]): readonly Manager[] | undefined {
  const managers = managedFields.flatMap((entry): readonly Manager[] => {
    const operation = stringAt(entry, 'operation');
    const apiVersion = stringAt(entry, 'apiVersion');
    if ((operation !== 'Apply' && operation !== 'Update') || !apiVersion || at(entry, 'fieldsType') !== 'FieldsV1')
      return [];
    const fields = at(entry, 'fieldsV1');
    return [
      {
        name: stringAt(entry, 'manager') ?? '',
        operation,
        apiVersion,
        subresource: stringAt(entry, 'subresource') ?? '',
        time: stringAt(entry, 'time'),
        fields: parseFieldsV1(isObject(fields) ? fields : {}),
      },
    ];
  });
  return managers.length === managedFields.length ? managers : undefined;
}

export function formatManagers(managers: readonly Manager[]): readonly Json[] {
  return managers
    .filter(({ fields }) => !isEmptySet(fields))
    .toSorted(inServerOrder)
    .map(({ name, operation, apiVersion, subresource, time, fields }) => ({
      apiVersion,
      fieldsType: 'FieldsV1',
      fieldsV1: formatFieldsV1(fields),
      manager: name,
      operation,
      ...(subresource === '' ? {} : { subresource }),
      ...defined({ time }),
    }));
}

function inServerOrder(a: Manager, b: Manager): number {
  return (
    order(a.operation, b.operation) ||
    order(a.time ?? '', b.time ?? '') ||
    order(a.name, b.name) ||
    order(a.apiVersion, b.apiVersion) ||
    order(a.subresource, b.subresource)
  );
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The server resets managedFields for a list that is empty or holds one empty entry. */
export function isReset(managedFields: Json | undefined): boolean {
  if (!Array.isArray(managedFields) || managedFields.length > 1) return false;
  const [only] = managedFields as readonly Json[];
  return only === undefined || (isObject(only) && Object.keys(only).length === 0);
}
