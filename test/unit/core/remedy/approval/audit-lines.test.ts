import { describe, expect, it } from 'vitest';
import type { ApprovalEvent } from '../../../../../src/core/remedy/approval/approval.ts';
import { auditLines } from '../../../../../src/core/remedy/approval/audit-lines.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { aPlanOfTier } from '../builders.ts';

const at = '2026-01-05T12:00:00Z';
const plan = aPlanOfTier(2);
const approval: readonly ApprovalEvent[] = [
  { type: 'request', by: 'U0KEN', role: 'developer', at, reason: 'leftovers', channel: 'C1' },
  { type: 'approve', by: 'U0ADA', role: 'platform-operator', at, planHash: plan.hash },
  { type: 'start', at, runId: plan.id },
];
const run: readonly RunEvent[] = [
  { type: 'started', at, restoresByItself: false },
  { type: 'rechecked', at },
  { type: 'bundle-saved', at, bundleId: plan.id },
  { type: 'guarded', at, step: 0, answer: 'match' },
  { type: 'acted', at, step: 0 },
];

describe('audit lines', () => {
  it('say who did what, with plan, object and bundle', () => {
    const lines = auditLines(plan, approval, run);
    expect(lines.map(({ id, action, actor }) => [id, action, actor.user])).toEqual([
      ['plan.plan-1.0', 'requested', 'U0KEN'],
      ['plan.plan-1.1', 'approved', 'U0ADA'],
      ['plan.plan-1.2', 'started', 'plumbline'],
      ['run.plan-1.2', 'bundle-saved', 'plumbline'],
      ['run.plan-1.4', 'step-done', 'plumbline'],
    ]);
    expect(lines.at(-1)).toMatchObject({
      bundleId: plan.id,
      result: plan.steps[0]?.verb,
      subject: { planHash: plan.hash, object: plan.steps[0]?.target },
    });
  });

  it('stay what they were when more happens', () => {
    const more: readonly RunEvent[] = [...run, { type: 'checked', at, step: 0, because: 'it is still there' }];
    const early = auditLines(plan, approval.slice(0, 2), []);
    const late = auditLines(plan, [...approval, { type: 'end', at, result: 'failed' }], more);
    expect(late.slice(0, 2)).toEqual(early);
    expect(auditLines(plan, approval, run).every((line) => late.some(({ id }) => id === line.id))).toBe(true);
    expect(late.slice(-2)).toMatchObject([
      { action: 'step-failed', reason: 'it is still there' },
      { action: 'failed' },
    ]);
  });
});
