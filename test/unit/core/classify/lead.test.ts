import { describe, expect, it } from 'vitest';
import { byLead, type Ranked } from '../../../../src/core/classify/lead.ts';
import type { DriftClass } from '../../../../src/core/model/drift-class.ts';

function ranked(driftClass: DriftClass, parts: Partial<Ranked> = {}): Ranked {
  return {
    driftClass,
    confidence: 'certain',
    paths: ['/spec/a'],
    changes: [],
    blocks: driftClass.endsWith('-failure'),
    ...parts,
  };
}

describe('what a message leads with', () => {
  it('is a person’s edit, then what blocks, then health, then whole objects, then causes, then noise', () => {
    const order = [
      ranked('manual-change'),
      ranked('sync-failure'),
      ranked('degraded', { paths: [] }),
      ranked('zombie', { paths: [''] }),
      ranked('manual-change', { confidence: 'guess' }),
      ranked('shared'),
      ranked('untracked'),
      ranked('pending'),
      ranked('residual'),
      ranked('mutated'),
      ranked('schema-default'),
      ranked('normalization'),
    ];
    expect(order.toReversed().toSorted(byLead)).toEqual(order);
  });

  it('is a hook that holds the operation before health', () => {
    expect([ranked('degraded'), ranked('hook', { blocks: true })].toSorted(byLead)[0]?.driftClass).toBe('hook');
  });
});
