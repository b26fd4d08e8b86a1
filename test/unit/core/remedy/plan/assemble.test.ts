import { describe, expect, it } from 'vitest';
import { planHash } from '../../../../../src/core/remedy/plan/assemble.ts';
import type { Plan } from '../../../../../src/core/remedy/plan/plan.ts';
import { aPlan, aStep, refTo } from '../builders.ts';

describe('the hash of a plan', () => {
  const plan = aPlan([aStep(), aStep({ target: refTo('Secret/token') })]);
  const [first = aStep(), second = aStep()] = plan.steps;

  it.each<[string, Partial<Plan>]>([
    ['another order', { steps: [second, first] }],
    ['a step less', { steps: [first] }],
    ['another object', { steps: [{ ...first, target: refTo('ConfigMap/other') }, second] }],
    ['another namespace', { steps: [{ ...first, target: refTo('ConfigMap/scripts', 'b') }, second] }],
    ['another uid', { steps: [{ ...first, guard: { ...first.guard, uid: 'u2' } }, second] }],
    ['other content', { steps: [{ ...first, guard: { ...first.guard, digest: 'd2' } }, second] }],
    ['fields that no longer count', { steps: [{ ...first, guard: { ...first.guard, mutated: ['/spec'] } }, second] }],
    ['another verb', { steps: [{ ...first, verb: 'patch' }, second] }],
    ['another patch', { steps: [{ ...first, patch: { metadata: {} } }, second] }],
    ['an undo that is missing', { steps: [{ ...first, undo: { how: 'none', because: 'x' } }, second] }],
    ['another tier', { steps: [{ ...first, tier: 1 }, second] }],
    ['another app', { app: { ...plan.app, name: 'cart' } }],
    ['another instance', { instance: 'staging' }],
    ['another plan before it', { after: 'plan-0' }],
    ['another plan of the same content', { id: 'plan-2' }],
  ])('changes with %s', (_what, parts) => {
    expect(planHash({ ...plan, ...parts })).not.toBe(plan.hash);
  });

  it('does not change with words, expiry or a trip through JSON', () => {
    const stored = JSON.parse(JSON.stringify({ ...plan, blastRadius: ['x'], expiresAt: 'later' })) as Plan;
    expect(planHash(stored)).toBe(plan.hash);
  });
});
