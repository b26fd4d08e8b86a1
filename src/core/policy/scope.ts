import { matchesAny } from '../model/glob.ts';
import { type Grant, grantsOf, type Person, type Policy, type Tier } from './policy.ts';

/** What policy is asked about: a change of this tier to this app. Every plan is one. */
export interface ChangeScope {
  readonly instance: string;
  readonly app: { readonly name: string };
  readonly project: string;
  /** '' = the app has none. */
  readonly environment: string;
  readonly tier: Tier;
}

export type Right = 'request' | 'approve';

/** Whose grants are for emergencies alone: they count for nothing else. */
export const BREAK_GLASS = 'break-glass';

/** An app without an environment is covered by `*` only. */
function covers(grant: Grant, right: Right, { instance, app, project, environment, tier }: ChangeScope): boolean {
  return (
    grant[right].includes(tier) &&
    matchesAny(grant.instances, instance) &&
    matchesAny(grant.projects, project) &&
    matchesAny(grant.apps, app.name) &&
    matchesAny(grant.environments, environment)
  );
}

/** The role that lets them; undefined: none does. */
export function roleFor(policy: Policy, person: Person, right: Right, scope: ChangeScope): string | undefined {
  return grantsOf(policy, person).find((grant) => grant.role !== BREAK_GLASS && covers(grant, right, scope))?.role;
}

export function isGranted(policy: Policy, person: Person, right: Right, scope: ChangeScope): boolean {
  return roleFor(policy, person, right, scope) !== undefined;
}

/** Whether anybody could break the glass for it. */
export function hasBreakGlass(policy: Policy, scope: ChangeScope): boolean {
  const members = policy.roles[BREAK_GLASS];
  const isHeld = members !== undefined && members.users.length + members.groups.length > 0;
  return isHeld && policy.grants.some((grant) => grant.role === BREAK_GLASS && covers(grant, 'approve', scope));
}

export function isGrantedBreakGlass(policy: Policy, person: Person, scope: ChangeScope): boolean {
  return grantsOf(policy, person).some((grant) => grant.role === BREAK_GLASS && covers(grant, 'approve', scope));
}

/** Whom to ask instead: roles, and who has them by name or by group. */
export interface Who {
  readonly roles: readonly string[];
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

export const NOBODY: Who = { roles: [], users: [], groups: [] };

export function whoMay(policy: Policy, right: Right, scope: ChangeScope, except: readonly string[] = []): Who {
  const roles = policy.grants
    .filter((grant) => grant.role !== BREAK_GLASS && covers(grant, right, scope))
    .map(({ role }) => role);
  const distinct = [...new Set(roles)].filter((role) => Object.hasOwn(policy.roles, role));
  const members = distinct.flatMap((role) => policy.roles[role] ?? []);
  return {
    roles: distinct,
    users: [...new Set(members.flatMap(({ users }) => users))].filter((user) => !except.includes(user)),
    groups: [...new Set(members.flatMap(({ groups }) => groups))],
  };
}
