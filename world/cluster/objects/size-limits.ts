import { type Json, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import type { StatusCause } from '../types.ts';
import type { KindDefinition } from './kind-definition.ts';

/* How large an object may be: what validation says of it, and what etcd does not take. */

const DATA_BYTES = 1024 * 1024;
const ANNOTATION_BYTES = 256 * 1024;
const ETCD_BYTES = 1.5 * 1024 * 1024;

export function sizeProblems(kind: KindDefinition, object: Manifest): readonly StatusCause[] {
  const annotations = Object.entries(objectAt(object, 'metadata', 'annotations'));
  const isTooLong = sum(annotations.map(([key, value]) => bytesOf(key) + bytesOf(value))) > ANNOTATION_BYTES;
  return [
    ...(isTooLong ? [tooLong('metadata.annotations', ANNOTATION_BYTES)] : []),
    ...(kind.group === '' ? dataProblems(kind.kind, object) : []),
  ];
}

/** Of a Secret the decoded values count, of a ConfigMap the texts. The real server has no field for a ConfigMap's. */
function dataProblems(kind: string, object: Manifest): readonly StatusCause[] {
  const sizes = (field: string, size: (value: Json) => number): number =>
    sum(Object.values(objectAt(object, field)).map(size));
  if (kind === 'Secret') return sizes('data', decodedBytes) > DATA_BYTES ? [tooLong('data', DATA_BYTES)] : [];
  if (kind !== 'ConfigMap') return [];
  return sizes('data', bytesOf) + sizes('binaryData', decodedBytes) > DATA_BYTES ? [tooLong('[]', DATA_BYTES)] : [];
}

export function isTooLargeForEtcd(object: Manifest): boolean {
  return Buffer.byteLength(JSON.stringify(object)) > ETCD_BYTES;
}

function tooLong(field: string, bytes: number): StatusCause {
  return { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${bytes} bytes`, field };
}

function bytesOf(value: Json): number {
  return Buffer.byteLength(String(value));
}

function decodedBytes(value: Json): number {
  return Buffer.byteLength(String(value), 'base64');
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
