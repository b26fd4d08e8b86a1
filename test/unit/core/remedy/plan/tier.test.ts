import { describe, expect, it } from 'vitest';
import { highestTier, tierOf, tierOfDelete } from '../../../../../src/core/remedy/plan/tier.ts';
import { aStep, liveObject, refTo } from '../builders.ts';

describe('tiers', () => {
  it.each([
    ['annotate', 1],
    ['label', 1],
    ['patch', 1],
    ['sync', 1],
    ['terminate', 1],
    ['restart', 1],
    ['rollback', 2],
  ] as const)('%s is of tier %i', (verb, tier) => {
    expect(tierOf(verb)).toBe(tier);
  });

  it.each([
    ['ConfigMap/a', 2],
    ['Deployment/a', 2],
    ['ClusterRole/a', 3],
    ['CustomResourceDefinition/a', 3],
    ['ValidatingWebhookConfiguration/a', 3],
    ['IngressClass/a', 3],
    ['PersistentVolumeClaim/a', 3],
  ] as const)('deleting %s is of tier %i', (text, tier) => {
    expect(tierOfDelete(refTo(text), liveObject(refTo(text)))).toBe(tier);
  });

  it('a plan has that of its highest step', () => {
    expect(highestTier([aStep({ tier: 1 }), aStep({ tier: 3 }), aStep({ tier: 2 })])).toBe(3);
  });
});
