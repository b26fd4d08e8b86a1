import { ApiStatusError, type StatusCause } from '../types.ts';
import { type FieldSet, pathsOf } from './field-set.ts';
import type { Manager } from './managers.ts';
import { formatPath } from './path-element.ts';

export interface OwnedFields {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

/** Applying would change fields that others own. */
export class ApplyConflict extends ApiStatusError {
  readonly conflicts: readonly OwnedFields[];

  constructor(conflicts: readonly OwnedFields[]) {
    super(409, 'Conflict', messageFor(conflicts), { causes: causesOf(conflicts) });
    this.conflicts = conflicts;
  }
}

function causesOf(conflicts: readonly OwnedFields[]): readonly StatusCause[] {
  return conflicts.flatMap(({ manager, fields }) =>
    pathsOf(fields).map((path) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${nameOf(manager)}`,
      field: formatPath(path),
    })),
  );
}

function messageFor(conflicts: readonly OwnedFields[]): string {
  const causes = causesOf(conflicts);
  if (causes.length === 1) return `Apply failed with 1 conflict: ${causes[0]?.message}: ${causes[0]?.field}`;
  const lines = conflicts
    .toSorted((a, b) => (nameOf(a.manager) < nameOf(b.manager) ? -1 : 1))
    .flatMap(({ manager, fields }) => [
      `conflicts with ${nameOf(manager)}:`,
      ...pathsOf(fields).map((path) => `- ${formatPath(path)}`),
    ]);
  return `Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`;
}

function nameOf({ name, subresource, operation, apiVersion }: Manager): string {
  const through = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(name)}${through}${using}`;
}
