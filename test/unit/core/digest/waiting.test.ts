import { expect, it } from 'vitest';
import { waitingIn } from '../../../../src/core/digest/waiting.ts';
import { type ApprovalEvent, approvalFrom } from '../../../../src/core/remedy/approval/approval.ts';
import { aPlanOfTier } from '../remedy/builders.ts';

const plan = aPlanOfTier(3);
const request = (at: string, channel: string): ApprovalEvent => ({
  type: 'request',
  by: 'ken',
  role: 'developer',
  at,
  reason: 'leftovers',
  channel,
});
const approve: ApprovalEvent = {
  type: 'approve',
  by: 'ada',
  role: 'operator',
  at: '2026-01-05T11:00:00Z',
  planHash: plan.hash,
  typed: plan.app.name,
};
const deny: ApprovalEvent = { type: 'deny', by: 'bea', role: 'operator', at: approve.at, planHash: plan.hash };

it('what waits is what stands in the channel undecided, oldest first', () => {
  const late = approvalFrom(plan, [request('2026-01-05T10:30:00Z', 'C1'), approve]);
  const early = approvalFrom(plan, [request('2026-01-05T10:00:00Z', 'C1')]);
  const elsewhere = approvalFrom(plan, [request('2026-01-05T10:00:00Z', 'C2')]);
  const decided = approvalFrom(plan, [request('2026-01-05T10:00:00Z', 'C1'), deny]);
  const draft = approvalFrom(plan, []);
  expect(
    waitingIn('C1', [late, elsewhere, decided, draft, early]).map(({ requestedAt, missing }) => [requestedAt, missing]),
  ).toEqual([
    ['2026-01-05T10:00:00Z', 2],
    ['2026-01-05T10:30:00Z', 1],
  ]);
});
