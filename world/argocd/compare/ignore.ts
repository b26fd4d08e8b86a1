import { readManagedFields } from '../../../src/core/kubernetes/managed-fields.ts';
import { isList, isObject, type Json, type Manifest } from '../../../src/core/model/json.ts';
import { child, type Pointer, resolve } from '../../../src/core/model/pointer.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { type Edit, editedManifest } from '../edited-manifest.ts';
import { concerns, type IgnoreDifference } from '../ignore-difference.ts';
import { matchedPointers } from './jq-path.ts';

/** What the app's ignoreDifferences do to both sides before they are compared (docs/facts.md#ignore-rules). */
export interface Ignores {
  /** The document without what is ignored. */
  without(document: Manifest): Manifest;
  /** Live values that a trusted manager owns, written over the target's. */
  withTrusted(target: Manifest, live: Manifest): Manifest;
  /** With RespectIgnoreDifferences: live's values of ignored fields, written over the target's. */
  withLive(target: Manifest, live: Manifest): Manifest;
}

export function ignoresFor(rules: readonly IgnoreDifference[], key: ObjectKey): Ignores {
  const matching = rules.filter((rule) => concerns(rule, key));
  const pointers = matching.flatMap(({ jsonPointers }) => jsonPointers);
  const expressions = matching.flatMap(({ jqPathExpressions }) => jqPathExpressions);
  const managers = new Set(matching.flatMap(({ managedFieldsManagers }) => managedFieldsManagers));
  const ignoredIn = (document: Manifest): readonly Pointer[] =>
    [...pointers, ...expressions.flatMap((expression) => matchedPointers(expression, document))].filter(
      (pointer) => resolve(document, pointer) !== undefined,
    );

  return {
    without: (document) =>
      editedManifest(
        document,
        ignoredIn(document)
          .toReversed()
          .map((pointer) => ({ pointer, value: undefined })),
      ),
    withTrusted(target, live) {
      if (managers.size === 0) return target;
      const managed = readManagedFields(live);
      const isTrusted = ({ pointer }: Edit): boolean =>
        managed.writersOf(pointer).some(({ manager }) => managers.has(manager));
      return editedManifest(target, leaves(live).filter(isTrusted));
    },
    withLive: (target, live) =>
      editedManifest(
        target,
        ignoredIn(live).map((pointer) => ({ pointer, value: resolve(live, pointer) })),
      ),
  };
}

function leaves(value: Json, pointer: Pointer = ''): readonly Edit[] {
  if (pointer === '/metadata' || pointer === '/status') return [];
  if (isList(value)) return value.flatMap((item, index) => leaves(item, child(pointer, index)));
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => leaves(item, child(pointer, key)));
  return [{ pointer, value }];
}
