import { describe, expect, it } from 'vitest';
import type { ApprovalEvent } from '../../../../../src/core/remedy/approval/approval.ts';
import { rivalOf } from '../../../../../src/core/remedy/approval/rival.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { aPlan, aStep, refTo } from '../builders.ts';

const at = '2026-01-05T12:00:00Z';
const stepOn = (...names: readonly string[]) => names.map((name) => aStep({ target: refTo(name) }));
const mine = aPlan(stepOn('ConfigMap/a', 'ConfigMap/b', 'ConfigMap/c'), { id: 'mine' });
const request: ApprovalEvent = { type: 'request', by: 'ken', role: 'developer', at, reason: 'tidy', channel: 'C1' };

function theirs(
  names: readonly string[],
  approval: readonly ApprovalEvent[] = [request],
  run: readonly RunEvent[] = [],
) {
  return { plan: aPlan(stepOn(...names), { id: 'theirs' }), approval, run };
}

describe('rivalOf', () => {
  it('is an open request for some of the same objects', () => {
    expect(rivalOf(mine, [theirs(['ConfigMap/b', 'Service/web'])])).toEqual({
      planId: 'theirs',
      requestedBy: 'ken',
      requestedAt: at,
      channel: 'C1',
      state: 'requested',
      shared: 'ConfigMap/b',
    });
    expect(rivalOf(mine, [theirs(['ConfigMap/a', 'ConfigMap/b', 'ConfigMap/c'])])?.shared).toBe(
      'ConfigMap/a and 2 more objects',
    );
  });

  it('is a rollback for whatever changes the app, and whatever changes it for a rollback', () => {
    const rollback = aPlan(stepOn('Application/checkout'), { id: 'back', kind: 'rollback' });
    expect(rivalOf(mine, [{ plan: rollback, approval: [request], run: [] }])?.shared).toBe('the whole app');
    expect(rivalOf(rollback, [theirs(['ConfigMap/z'])])?.shared).toBe('the whole app');
  });

  it('is the first of several', () => {
    const later = { ...theirs(['ConfigMap/a']), approval: [{ ...request, at: '2026-01-05T13:00:00Z' }] };
    expect(
      rivalOf(mine, [later, { ...theirs(['ConfigMap/a']), plan: aPlan(stepOn('ConfigMap/a'), { id: 'first' }) }])
        ?.planId,
    ).toBe('first');
  });

  it.each<[string, Parameters<typeof rivalOf>[1]]>([
    ['the plan itself', [{ plan: mine, approval: [request], run: [] }]],
    ['a plan for other objects', [theirs(['ConfigMap/z'])]],
    ['a draft', [theirs(['ConfigMap/a'], [])]],
    [
      'a request that was taken back',
      [theirs(['ConfigMap/a'], [request, { type: 'cancel', by: 'ken', role: '', at }])],
    ],
    ['one that is superseded', [theirs(['ConfigMap/a'], [request, { type: 'supersede', at, because: 'it moved' }])]],
  ])('is not %s', (_what, others) => {
    expect(rivalOf(mine, others)).toBeUndefined();
  });
});
