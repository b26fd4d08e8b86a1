import { matchesGlob } from '../../src/core/model/glob.ts';
import { type Json, listAt, stringAt } from '../../src/core/model/json.ts';
import type { ObjectKey } from '../cluster/types.ts';

/** One entry of `spec.ignoreDifferences` as a Go struct has it: what is not stated is empty. */
export interface IgnoreDifference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly jsonPointers: readonly string[];
  readonly jqPathExpressions: readonly string[];
  readonly managedFieldsManagers: readonly string[];
}

export function readIgnoreDifference(entry: Json): IgnoreDifference {
  const text = (name: string): string => stringAt(entry, name) ?? '';
  const texts = (name: string): readonly string[] => listAt(entry, name).filter((item) => typeof item === 'string');
  return {
    group: text('group'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    jsonPointers: texts('jsonPointers'),
    jqPathExpressions: texts('jqPathExpressions'),
    managedFieldsManagers: texts('managedFieldsManagers'),
  };
}

/** An empty glob matches the empty group alone, which is the core group; an empty name or namespace matches any. */
export function concerns(rule: IgnoreDifference, { group, kind, namespace, name }: ObjectKey): boolean {
  if (!matchesGlob(rule.group, group) || !matchesGlob(rule.kind, kind)) return false;
  return ['', name].includes(rule.name) && ['', namespace].includes(rule.namespace);
}
