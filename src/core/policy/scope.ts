import { matchesAny } from '../model/glob.ts';
import type { Plan } from '../remedy/plan/plan.ts';
import { type Grant, grantsOf, type Person, type Policy } from './policy.ts';

/** What policy is asked about. */
export type PlanScope = Pick<Plan, 'instance' | 'app' | 'project' | 'environment' | 'tier'>;

export type Deed = 'request' | 'approve';

/** Whose grants are for emergencies alone: they count for nothing else. */
export const BREAK_GLASS = 'break-glass';

/** An app without an environment is covered by `*` only. */
export function covers(grant: Grant, deed: Deed, { instance, app, project, environment, tier }: PlanScope): boolean {
  return (
    grant[deed].includes(tier) &&
    matchesAny(grant.instances, instance) &&
    matchesAny(grant.projects, project) &&
    matchesAny(grant.apps, app.name) &&
    matchesAny(grant.environments, environment)
  );
}

/** The role that lets them; undefined: none does. */
export function roleFor(policy: Policy, person: Person, deed: Deed, scope: PlanScope): string | undefined {
  return grantsOf(policy, person).find((grant) => grant.role !== BREAK_GLASS && covers(grant, deed, scope))?.role;
}

export function isGranted(policy: Policy, person: Person, deed: Deed, scope: PlanScope): boolean {
  return roleFor(policy, person, deed, scope) !== undefined;
}

/** Whether anybody could break the glass for it. */
export function hasBreakGlass(policy: Policy, scope: PlanScope): boolean {
  const members = policy.roles[BREAK_GLASS];
  const isHeld = members !== undefined && members.users.length + members.groups.length > 0;
  return isHeld && policy.grants.some((grant) => grant.role === BREAK_GLASS && covers(grant, 'approve', scope));
}

export function isGrantedBreakGlass(policy: Policy, person: Person, scope: PlanScope): boolean {
  return grantsOf(policy, person).some((grant) => grant.role === BREAK_GLASS && covers(grant, 'approve', scope));
}

/** Whom to ask instead: roles, and who has them by name or by group. */
export interface Who {
  readonly roles: readonly string[];
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

export const NOBODY: Who = { roles: [], users: [], groups: [] };

export function whoMay(policy: Policy, deed: Deed, scope: PlanScope, except: readonly string[] = []): Who {
  const roles = policy.grants
    .filter((grant) => grant.role !== BREAK_GLASS && covers(grant, deed, scope))
    .map(({ role }) => role);
  const distinct = [...new Set(roles)].filter((role) => Object.hasOwn(policy.roles, role));
  const members = distinct.flatMap((role) => policy.roles[role] ?? []);
  return {
    roles: distinct,
    users: [...new Set(members.flatMap(({ users }) => users))].filter((user) => !except.includes(user)),
    groups: [...new Set(members.flatMap(({ groups }) => groups))],
  };
}
