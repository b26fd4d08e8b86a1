/** How much can go wrong: 0 needs nobody, 1 one approver, 2 another person, 3 two other persons. */
export type Tier = 0 | 1 | 2 | 3;

/** Who may see, request and approve what, as data. An empty policy lets nobody act. */
export interface Policy {
  readonly roles: Readonly<Record<string, RoleMembers>>;
  readonly grants: readonly Grant[];
}

interface RoleMembers {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

export interface Grant {
  readonly role: string;
  readonly request: readonly number[];
  readonly approve: readonly number[];
  readonly instances: readonly string[];
  readonly projects: readonly string[];
  readonly apps: readonly string[];
  readonly environments: readonly string[];
}

/** A person as the policy knows them; groups as they are now. */
export interface Person {
  readonly id: string;
  readonly groups: readonly string[];
}

export function grantsOf({ roles, grants }: Policy, person: Person): readonly Grant[] {
  return grants.filter(({ role }) => Object.hasOwn(roles, role) && isMember(roles[role], person));
}

function isMember(role: RoleMembers | undefined, { id, groups }: Person): boolean {
  if (role === undefined) return false;
  return role.users.includes(id) || role.groups.some((group) => groups.includes(group));
}
