import { driftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';

/** What `explain --json` prints for one case: people and scripts depend on every key. */
export interface ClassifiedLine {
  readonly id: string;
  readonly lead: string | null;
  readonly findings: readonly ClassifiedFinding[];
}

export interface ClassifiedFinding {
  readonly class: string;
  readonly letter: string;
  readonly confidence: Finding['confidence'];
  readonly paths: Finding['paths'];
  readonly owner: string;
  readonly evidence: readonly { readonly source: string; readonly says: string }[];
  readonly fixes: Finding['fixes'];
  readonly pattern: string;
}

export function classifiedLine(id: string, findings: readonly Finding[]): ClassifiedLine {
  return { id, lead: findings[0]?.driftClass ?? null, findings: findings.map(classifiedFinding) };
}

export function classifiedFinding(finding: Finding): ClassifiedFinding {
  return {
    class: finding.driftClass,
    letter: driftClass(finding.driftClass).letter,
    confidence: finding.confidence,
    paths: finding.paths,
    owner: finding.owner,
    evidence: finding.evidence.map(({ source, says }) => ({ source, says })),
    fixes: finding.fixes,
    pattern: finding.pattern,
  };
}
