import type { DriftClass } from '../model/drift-class.ts';
import { driftClass } from '../model/drift-class.ts';
import { hashOf } from '../model/hash.ts';
import type { AppRef } from '../model/observation.ts';
import { type Pointer, withoutIndexes } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

/** A finding is (app, resource, class): the same across scans, restarts and API upgrades. */
export function findingId(app: AppRef, resource: ResourceRef | undefined, id: DriftClass): string {
  const { group = '', kind = '', namespace = '', name = '' } = resource ?? {};
  return hashOf(app.server, app.namespace, app.name, group, kind, namespace, name, id);
}

/** `A-3f2c`: what people type. The letter is the class's; a class without one has two letters, so that none is mistaken. */
export function shortId(id: string, drift: DriftClass): string {
  const { letter } = driftClass(drift);
  const words = drift.split('-');
  const initials = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : drift.slice(0, 2);
  return `${letter === '' ? initials.toUpperCase() : letter}-${id.slice(0, 4)}`;
}

/** Hash of the normalised paths: another list index is the same shape, another field is not. */
export function shapeOf(paths: readonly Pointer[]): string {
  return hashOf(...[...new Set(paths.map(withoutIndexes))].toSorted());
}

/** Class, kind and root cause; never names, counts or times, so that one chart upgrade in 40 apps is one pattern. */
export function patternId(id: DriftClass, resource: ResourceRef | undefined, cause: string): string {
  return hashOf(id, resource?.group ?? '', resource?.kind ?? '', cause);
}
