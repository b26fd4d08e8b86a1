import type { AppKey } from '../model/app-key.ts';
import type { Fix } from '../model/fix.ts';

/*
 * How findings add up to a pattern, shares of it to the part that a viewer sees, and patterns to a line: the one place that
 * counts, so that the terminal, Slack and the digest say the same numbers.
 */

/** Apps that are named of a pattern; the rest is counted. */
const NAMED = 20;

export interface PatternSize {
  readonly apps: number;
  readonly resources: number;
  readonly differences: number;
}

/** A pattern, or its part in a slice of the fleet. */
export interface PatternShare extends PatternSize {
  /** Some of the apps by name, sorted; the rest is counted. */
  readonly names: readonly string[];
  /** What the pattern's fix closes here; null or absent: not proven for all of it. */
  readonly closes?: Fix['closes'];
}

type ProvenFix = Pick<Fix, 'kind' | 'closes'>;

/** One finding, as far as its pattern counts it. */
export interface PatternMember {
  readonly app: AppKey;
  readonly name: string;
  /** Fields, or the object as a whole. */
  readonly differences: number;
  /** The first one. */
  readonly fix: ProvenFix | null;
}

/** Of members of one pattern whose fix is of this kind; undefined: it has none. */
export function shareOf(members: readonly PatternMember[], fix: Fix['kind'] | undefined): PatternShare {
  return {
    apps: new Set(members.map(({ app }) => app)).size,
    resources: members.length,
    differences: sumOf(members, ({ differences }) => differences),
    names: someNames(members.map(({ name }) => name)),
    closes: fix === undefined ? null : commonProof(fix, members),
  };
}

/** Of shares of one pattern, which have no app in common. */
export function addShares(shares: readonly PatternShare[]): PatternShare {
  const proofs = shares.flatMap(({ closes }) => closes ?? []);
  return {
    apps: sumOf(shares, ({ apps }) => apps),
    resources: sumOf(shares, ({ resources }) => resources),
    differences: sumOf(shares, ({ differences }) => differences),
    names: someNames(shares.flatMap(({ names }) => names)),
    closes: proofs.length < shares.length ? null : addProofs(proofs),
  };
}

/** The first fix for all of them, with the proof of all of them. */
export function commonFix(parts: readonly { readonly fix: Fix | null }[]): Fix | null {
  const fix = parts[0]?.fix ?? null;
  return fix && { ...fix, closes: commonProof(fix.kind, parts) };
}

/** One part that is not proven, or wants another fix, leaves no proof of the whole. */
function commonProof(kind: Fix['kind'], parts: readonly { readonly fix: ProvenFix | null }[]): Fix['closes'] {
  const proofs = parts.flatMap(({ fix }) => (fix?.kind === kind ? (fix.closes ?? []) : []));
  return proofs.length < parts.length ? null : addProofs(proofs);
}

function addProofs(proofs: readonly NonNullable<Fix['closes']>[]): NonNullable<Fix['closes']> {
  return { closed: sumOf(proofs, ({ closed }) => closed), of: sumOf(proofs, ({ of }) => of) };
}

function someNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted().slice(0, NAMED);
}

export function sumOf<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
