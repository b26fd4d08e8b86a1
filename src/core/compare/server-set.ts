import type { Difference } from '../diff/diff.ts';
import { LAST_APPLIED, SERVER_SET_METADATA } from '../kubernetes/object-metadata.ts';
import { isWithin, type Pointer, parsePointer } from '../model/pointer.ts';

/** Set by the API server, by its own controllers or by Argo CD itself; Argo CD never compares them. */
const METADATA_FIELDS = new Set([...SERVER_SET_METADATA, 'namespace', 'generateName']);

const METADATA_ENTRIES = new Set([LAST_APPLIED, 'deployment.kubernetes.io/revision', 'kubernetes.io/metadata.name']);

export function isServerSet(difference: Difference): boolean {
  const { path } = difference;
  if (!path.startsWith('/metadata/') && !path.endsWith('/creationTimestamp')) return false;
  const tokens = parsePointer(path);
  const last = tokens.at(-1) ?? '';
  if (tokens[0] === 'metadata') {
    if (tokens.length === 2 && METADATA_FIELDS.has(last)) return true;
    if (tokens.length === 3 && METADATA_ENTRIES.has(last)) return true;
    if (
      tokens.length === 2 &&
      difference.desired === undefined &&
      (last === 'ownerReferences' || last === 'finalizers')
    ) {
      return true;
    }
  }
  /** `template.metadata.creationTimestamp: null` is how Go marshals an unset time. */
  return last === 'creationTimestamp' && (difference.live ?? null) === null && (difference.desired ?? null) === null;
}

/** Argo CD 3 leaves `/status` out of every comparison by default. */
export function isStatus(path: Pointer): boolean {
  return isWithin(path, '/status');
}
