import { describe, expect, it } from 'vitest';
import type { AppRule, AppSubject, Claim, ResourceRule, Subject } from '../../src/core/drift/rule.ts';
import { driftClass } from '../../src/core/model/drift-class.ts';
import type { FixKind } from '../../src/core/model/fix.ts';
import { withDeclaredFactsOnly } from './declared-facts.ts';

interface Hit<S> {
  readonly when: string;
  readonly subject: S;
  /** Paths of the claimed changes, in any order. */
  readonly paths: readonly string[];
  /** Kinds of the fixes, in order: the first is what people are offered. */
  readonly fixes: readonly FixKind[];
  readonly owner?: string;
  readonly confidence?: Claim['confidence'];
  /** What the evidence and the fixes say, one per line. */
  readonly says?: RegExp;
}

interface Silence<S> {
  readonly when: string;
  readonly subject: S;
}

interface Cases<S> {
  readonly claims: readonly [Hit<S>, ...Hit<S>[]];
  readonly ignores: readonly [Silence<S>, ...Silence<S>[]];
}

/** One rule, both ways: where it must speak and where it must stay silent. At least one case on each side. */
export function testRule(rule: ResourceRule, cases: Cases<Subject>): void;
export function testRule(rule: AppRule, cases: Cases<AppSubject>): void;
export function testRule(rule: ResourceRule | AppRule, cases: Cases<Subject> | Cases<AppSubject>): void {
  const claimOf = (subject: Subject | AppSubject): Claim | undefined =>
    rule.claim(withDeclaredFactsOnly(rule, subject as Subject));

  describe(rule.id, () => {
    it.each(cases.claims)('claims when $when', ({ subject, paths, fixes, owner, confidence, says }) => {
      const claim = claimOf(subject);
      expect(claim).toBeDefined();
      if (!claim) return;
      expect(claim.changes.map(({ path }) => path).toSorted()).toEqual([...paths].toSorted());
      expect(claim.fixes.map(({ kind }) => kind)).toEqual(fixes);
      if (owner !== undefined) expect(claim.owner).toBe(owner);
      if (confidence !== undefined) expect(claim.confidence).toBe(confidence);
      expect(claim.evidence.length).toBeGreaterThan(0);
      if (says !== undefined) expect(wordsOf(claim)).toMatch(says);
      expect(driftClass(rule.driftClass).ladder).toEqual(expect.arrayContaining([...fixes]));
      if (rule.about === 'resource') {
        for (const change of claim.changes) expect((subject as Subject).changes).toContain(change);
      }
    });

    it.each(cases.ignores)('stays silent when $when', ({ subject }) => {
      expect(claimOf(subject)).toBeUndefined();
    });
  });
}

function wordsOf({ evidence, fixes }: Claim): string {
  return [...evidence.map(({ says }) => says), ...fixes.map(({ detail }) => detail ?? '')].join('\n');
}
