import type { Check } from '../../../src/flows/doctor/check.ts';
import type { PolicyRule } from './rights.ts';

export function without<T>(all: readonly T[], one: T): readonly T[] {
  return all.filter((other) => other !== one);
}

export function nameOf({ apiGroups: [group = ''], resources, verbs }: PolicyRule): string {
  return `\`${verbs.join(', ')}\` of ${resources.map((name) => `\`${group === '' ? name : `${name}.${group}`}\``).join(', ')}`;
}

/** A row of docs/lab.md: what was taken away, and what the doctor made of it. */
export function rowOf(
  taken: string,
  checks: readonly Check[],
  isWorthTelling: (check: Check) => boolean,
): readonly string[] {
  const failed = checks.filter(({ ok }) => !ok);
  const told = failed.length > 0 ? failed : checks.filter(isWorthTelling);
  const says = told.map(({ name, says: words }) => `${name}: ${words}`);
  return [
    taken,
    failed.length > 0 ? 'red' : 'green',
    says.join('; ') || 'nothing: it is not needed yet',
    failed.map(({ repair }) => `\`${repair}\``).join('; ') || '–',
  ];
}
