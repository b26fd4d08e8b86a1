import { at, isObject, type Json, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { emptyObject } from '../typing/decode.ts';
import { nameOf, withMetadata, withoutKey } from './admission.ts';
import { apiVersionOf, type KindDefinition } from './kind-definition.ts';
import { conflict, deleteConflict, STALE } from './status-errors.ts';

interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

export function checkPreconditions(
  kind: KindDefinition,
  object: Manifest,
  { uid, resourceVersion }: Preconditions,
): void {
  const [actualUid, actualVersion] = [
    stringAt(object, 'metadata', 'uid'),
    stringAt(object, 'metadata', 'resourceVersion'),
  ];
  if (uid && uid !== actualUid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actualUid}`;
    throw conflict(kind, nameOf(object), why);
  }
  if (resourceVersion && resourceVersion !== actualVersion) throw conflict(kind, nameOf(object), STALE);
}

/** A delete words its preconditions otherwise than a write does. */
export function checkDeletePreconditions(kind: KindDefinition, object: Manifest, asked: Preconditions): void {
  const read = (field: string): string => stringAt(object, 'metadata', field) ?? '';
  if (asked.uid && asked.uid !== read('uid')) {
    const why = `the UID in the precondition (${asked.uid}) does not match the UID in record (${read('uid')})`;
    throw deleteConflict(kind, nameOf(object), `${why}. The object might have been deleted and then recreated`);
  }
  if (asked.resourceVersion && asked.resourceVersion !== read('resourceVersion')) {
    const why = `the ResourceVersion in the precondition (${asked.resourceVersion}) does not match the ResourceVersion in record (${read('resourceVersion')})`;
    throw deleteConflict(kind, nameOf(object), `${why}. The object might have been modified`);
  }
}

export function emptyObjectOf(kind: KindDefinition): Manifest {
  const identity = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  return kind.custom ? identity : { ...emptyObject(kind.type), ...identity };
}

/** Through its subresource only status is written; the built-in kinds take annotations along. */
export function withStatusFrom(kind: KindDefinition, before: Manifest, next: Manifest): Manifest {
  const written = { ...before, status: next.status ?? {} };
  return kind.custom ? written : withMetadata(written, { annotations: at(next, 'metadata', 'annotations') });
}

/** Outside its subresource, status is not written. */
export function withStatusOf(kind: KindDefinition, before: Manifest, next: Manifest): Manifest {
  if (!kind.hasStatus) return next;
  const rest = withoutKey(next, 'status');
  return before.status === undefined ? rest : { ...rest, status: before.status };
}

export function withLiveMetadata(before: Manifest, next: Manifest): Manifest {
  const {
    uid,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    generation,
    resourceVersion,
    namespace,
  } = objectAt(before, 'metadata');
  return withMetadata(next, {
    uid,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    generation,
    resourceVersion,
    namespace,
  });
}

/** What a generation counts: everything but metadata and, where it is written apart, status; a Deployment's annotations too. */
export function specOf(kind: KindDefinition, object: Manifest): Json {
  const { metadata: _, ...spec } = object;
  const isDeployment = kind.group === 'apps' && kind.kind === 'Deployment';
  const rest = isDeployment ? { ...spec, annotations: at(object, 'metadata', 'annotations') ?? {} } : spec;
  return kind.hasStatus ? withoutKey(rest, 'status') : rest;
}

/** A write that would change nothing but the times of managedFields is no write. */
export function withoutTimes(object: Manifest): Manifest {
  const managedFields = listAt(object, 'metadata', 'managedFields').map((entry) =>
    isObject(entry) ? withoutKey(entry, 'time') : entry,
  );
  return withMetadata(object, { managedFields });
}
