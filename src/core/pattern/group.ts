import type { DriftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { groupKind } from '../model/resource-ref.ts';

/** Findings that share class, kind and root cause across apps: what the digest counts and one fix closes. */
export interface Pattern {
  readonly id: string;
  readonly driftClass: DriftClass;
  readonly cause: string;
  /** `external-secrets.io/ExternalSecret`; '' for findings about apps as a whole. */
  readonly kind: string;
  readonly apps: readonly string[];
  readonly resources: number;
  readonly findings: readonly Finding[];
  /** The first fix of its findings, its proof added up over all of them. */
  readonly fix: Fix | undefined;
}

/** Largest first; ties by id, so that the order is stable from scan to scan. */
export function groupByPattern(findings: readonly Finding[]): readonly Pattern[] {
  const groups = Map.groupBy(findings, ({ pattern }) => pattern);
  return [...groups.entries()]
    .map(([id, members]) => patternOf(id, members))
    .toSorted((a, b) => b.apps.length - a.apps.length || b.resources - a.resources || a.id.localeCompare(b.id));
}

function patternOf(id: string, findings: readonly Finding[]): Pattern {
  const [first] = findings;
  if (!first) throw new TypeError('a pattern has at least one finding');
  return {
    id,
    driftClass: first.driftClass,
    cause: first.cause,
    kind: first.resource ? groupKind(first.resource) : '',
    apps: [...new Set(findings.map(({ app }) => app.name))].toSorted(),
    resources: findings.length,
    findings,
    fix: commonFix(findings),
  };
}

function commonFix(findings: readonly Finding[]): Fix | undefined {
  const firsts = findings.flatMap(({ fixes }) => fixes.slice(0, 1));
  const [fix] = firsts;
  if (!fix || firsts.some(({ kind }) => kind !== fix.kind)) return fix;
  const proofs = firsts.flatMap(({ closes }) => closes ?? []);
  if (proofs.length < firsts.length) return fix;
  return {
    ...fix,
    closes: {
      closed: proofs.reduce((sum, { closed }) => sum + closed, 0),
      of: proofs.reduce((sum, proof) => sum + proof.of, 0),
    },
  };
}

/**
 * What one line for people gathers: a pattern; for whole objects every kind of one cause, because a disabled sub-chart
 * leaves ten kinds behind and is one thing to clean up.
 */
export function lineKeyOf({ driftClass, cause, pattern, paths, changes }: Finding): string {
  const isWhole = paths.includes('') || (changes.length === 0 && driftClass === 'residual');
  return isWhole ? `${driftClass} ${cause}` : pattern;
}
