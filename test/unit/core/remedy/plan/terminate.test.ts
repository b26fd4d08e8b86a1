import { describe, expect, it } from 'vitest';
import { operationDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { isOnTheApplication } from '../../../../../src/core/remedy/plan/plan.ts';
import { isStuck, planTerminate } from '../../../../../src/core/remedy/plan/terminate.ts';
import { anApp, anOperation } from '../../../../support/builders.ts';
import { aFrame } from '../builders.ts';

const startedAt = '2026-01-05T09:00:00Z';
const running = anOperation({ phase: 'Running', startedAt });

describe('ending an operation', () => {
  it.each([
    ['one that runs for long', running, '2026-01-05T09:10:00Z', true],
    ['one that has just begun', running, '2026-01-05T09:09:59Z', false],
    ['one that ended', anOperation({ startedAt }), '2026-01-05T10:00:00Z', false],
    ['none', undefined, '2026-01-05T10:00:00Z', false],
  ])('is worth it for %s', (_what, operation, now, stuck) => {
    expect(isStuck({ ...(operation ? { operation } : {}) }, new Date(now))).toBe(stuck);
  });

  it('names the operation by its start and cannot be undone', () => {
    const { plan } = planTerminate(aFrame(), anApp({ operation: running }));
    const [step] = plan?.steps ?? [];
    expect(step).toMatchObject({ verb: 'terminate', tier: 1, undo: { how: 'none' }, check: 'settled' });
    expect(step?.guard.digest).toBe(operationDigest(running));
    expect(plan && step && isOnTheApplication(plan, step)).toBe(true);
  });
});
