import type { Person, UserGroup } from '../slack/workspace/types.ts';

/** The demo's roles by the user group that holds them, as its policy has them; who is in none may look. */
const ROLES: Readonly<Record<string, string>> = {
  S0PLATFORM: 'platform operator',
  S0PAYMENTS: 'developer',
  S0RELEASE: 'release manager',
  S0ONCALL: 'on call',
};

export function roleOf(person: string, groups: readonly UserGroup[]): string {
  const roles = groups.flatMap(({ id, users }) => (users.includes(person) ? (ROLES[id] ?? []) : []));
  return roles.length === 0 ? 'viewer' : roles.join(', ');
}

/** By handle, real name or id, whatever the case. */
export function findPerson(people: readonly Person[], wanted: string): Person | undefined {
  const name = wanted.replace(/^@/, '').toLowerCase();
  return people.find((person) => [person.name, person.realName, person.id].some((own) => own.toLowerCase() === name));
}
