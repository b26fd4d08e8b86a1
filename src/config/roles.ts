import type { Config } from './schema.ts';

/** The user groups that stand for roles, each with the roles it stands for. */
export function rolesByGroup({ roles }: Config['policy']): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const [role, { groups: ids }] of Object.entries(roles)) {
    for (const id of ids) groups.set(id, [...(groups.get(id) ?? []), role]);
  }
  return groups;
}
