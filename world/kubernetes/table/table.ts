import { type JsonObject, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import type { KindInfo } from '../../cluster/types.ts';
import { columnsOf } from './columns.ts';

export function asksForTable(accept: string): boolean {
  return accept.includes('as=Table');
}

/** What kubectl prints: the server decides on columns and cells. */
export function tableOf(kind: KindInfo, objects: readonly Manifest[], metadata: JsonObject, now: Date): JsonObject {
  const columns = columnsOf(kind);
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type = 'string', isWide }) => ({
      name,
      type,
      format: name === 'Name' ? 'name' : '',
      description: '',
      priority: isWide ? 1 : 0,
    })),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now)),
      object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: objectAt(object, 'metadata') },
    })),
  };
}
