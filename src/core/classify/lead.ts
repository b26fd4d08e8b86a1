import type { DriftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';

/*
 * What a message leads with when several apply: a person's edit; then what blocks comparing or applying; then health;
 * then the whole object over a field; cause over symptom; noise last.
 */

export type Ranked = Pick<Finding, 'driftClass' | 'confidence' | 'paths' | 'changes'> & { readonly blocks: boolean };

const FIELD_ORDER: readonly DriftClass[] = [
  'shared',
  'untracked',
  'hook',
  'missing',
  'zombie',
  'pending',
  'residual',
  'mutated',
  'nondeterministic',
  'explicit-default',
  'schema-default',
  'normalization',
];

function rankOf({ driftClass, confidence, paths, blocks }: Ranked): number {
  if (driftClass === 'manual-change') return confidence === 'guess' ? 35 : 0;
  if (blocks) return 10;
  if (driftClass === 'degraded' || driftClass === 'stuck-progressing') return 20;
  if (paths.includes('')) return 30;
  return 40 + FIELD_ORDER.indexOf(driftClass);
}

export function byLead(a: Ranked, b: Ranked): number {
  return rankOf(a) - rankOf(b) || b.changes.length - a.changes.length;
}
