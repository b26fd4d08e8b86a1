import type { Difference } from '../diff/diff.ts';
import type { ManagedFields } from '../kubernetes/managed-fields.ts';
import type { IgnoreRule } from '../model/fix.ts';
import { matchesGlob } from '../model/glob.ts';
import { isWithin, type Pointer } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

/** Says of a difference whether the app's ignore rules hide it (docs/facts.md#ignore-rules). */
export type IsIgnored = (difference: Pick<Difference, 'path' | 'desiredPath'>) => boolean;

export function ignoredBy(
  rules: readonly IgnoreRule[],
  ref: ResourceRef,
  managed: ManagedFields,
  jqIgnored: readonly Pointer[] = [],
): IsIgnored {
  const matching = rules.filter((rule) => appliesTo(rule, ref));
  const pointers = [...jqIgnored, ...matching.flatMap(({ jsonPointers }) => jsonPointers ?? [])];
  const managers = new Set(matching.flatMap(({ managedFieldsManagers }) => managedFieldsManagers ?? []));
  return ({ path, desiredPath }) =>
    pointers.some((pointer) => isWithin(path, pointer) || isWithin(desiredPath, pointer)) ||
    (managers.size > 0 && managed.writersOf(path).some(({ manager }) => managers.has(manager)));
}

/** group and kind are globs, name and namespace exact; a missing group means the core group only. */
export function appliesTo(rule: IgnoreRule, ref: ResourceRef): boolean {
  return (
    matchesGlob(rule.group ?? '', ref.group) &&
    matchesGlob(rule.kind, ref.kind) &&
    (rule.name === undefined || rule.name === '' || rule.name === ref.name) &&
    (rule.namespace === undefined || rule.namespace === '' || rule.namespace === ref.namespace)
  );
}
