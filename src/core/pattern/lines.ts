import { type DriftClass, driftClass, type Severity } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { commonFix, sumOf } from './aggregate.ts';

/** A pattern as far as one line about it needs it. */
export interface LinePart {
  readonly id: string;
  readonly driftClass: DriftClass;
  /** `external-secrets.io/ExternalSecret`; '' for findings about apps as a whole. */
  readonly kind: string;
  readonly cause: string;
  /** What one line gathers, as `lineKeyOf` names it. */
  readonly line: string;
  readonly apps: number;
  /** Some or all of the apps. */
  readonly names: readonly string[];
  readonly resources: number;
  readonly fix: Fix | null;
}

/** One line for people: a pattern, or all kinds of objects that one cause left behind. */
export interface Line<Part extends LinePart = LinePart> {
  readonly driftClass: DriftClass;
  readonly severity: Severity;
  readonly cause: string;
  /** Kinds without their groups. */
  readonly kinds: readonly string[];
  readonly apps: number;
  /** Not every app is known by name, so that there may be more. */
  readonly atLeast: boolean;
  readonly names: readonly string[];
  readonly resources: number;
  readonly fix: Fix | null;
  readonly parts: readonly Part[];
}

/**
 * What one line for people gathers: a pattern; for whole objects every kind of one cause, because a disabled sub-chart
 * leaves ten kinds behind and is one thing to clean up.
 */
export function lineKeyOf({ driftClass, cause, pattern, paths, changes }: Finding): string {
  const isWhole = paths.includes('') || (changes.length === 0 && driftClass === 'residual');
  return isWhole ? `${driftClass} ${cause}` : pattern;
}

/** Worst first, then the widest. */
export function linesOf<Part extends LinePart>(parts: readonly Part[]): readonly Line<Part>[] {
  return [...Map.groupBy(parts, ({ line }) => line).values()]
    .flatMap((members) => lineOf(members) ?? [])
    .toSorted(byWeight);
}

function lineOf<Part extends LinePart>(parts: readonly Part[]): Line<Part> | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const names = [...new Set(parts.flatMap((part) => part.names))].toSorted();
  const most = Math.max(...parts.map(({ apps }) => apps));
  const isComplete = parts.every((part) => part.names.length >= part.apps);
  return {
    driftClass: first.driftClass,
    severity: driftClass(first.driftClass).severity,
    cause: first.cause,
    kinds: [...new Set(parts.map(({ kind }) => kind.split('/').at(-1) ?? kind))],
    apps: isComplete ? names.length : Math.max(most, names.length),
    atLeast: !isComplete && parts.length > 1,
    names,
    resources: sumOf(parts, ({ resources }) => resources),
    fix: commonFix(parts),
    parts,
  };
}

const ORDER: readonly Severity[] = ['critical', 'warning', 'info', 'noise'];

export function byWeight(a: Line, b: Line): number {
  return (
    ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
    b.apps - a.apps ||
    b.resources - a.resources ||
    a.cause.localeCompare(b.cause)
  );
}
