import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ApprovalEvent,
  type ApprovalState,
  answerEvent,
  approvalFrom,
  draft,
} from '../../../../../src/core/remedy/approval/approval.ts';
import type { Plan } from '../../../../../src/core/remedy/plan/plan.ts';
import { aPlanOfTier } from '../builders.ts';

const at = '2026-01-05T12:00:00Z';
const late = '2026-01-06T10:00:00Z';
const plans = { one: aPlanOfTier(1), two: aPlanOfTier(2), three: aPlanOfTier(3) };
const request: ApprovalEvent = {
  type: 'request',
  by: 'ken',
  role: 'developer',
  at,
  reason: 'leftovers',
  channel: 'C1',
};
const approve = (plan: Plan, by: string, parts = {}): ApprovalEvent => ({
  type: 'approve',
  by,
  role: 'platform-operator',
  at,
  planHash: plan.hash,
  typed: plan.app.name,
  ...parts,
});
const deny = (plan: Plan, by: string): ApprovalEvent => ({
  type: 'deny',
  by,
  role: 'platform-operator',
  at,
  planHash: plan.hash,
});
const glass = (plan: Plan, by: string): ApprovalEvent => ({
  type: 'break-glass',
  by,
  role: 'break-glass',
  at,
  planHash: plan.hash,
  reason: 'down',
  incident: 'https://incidents.example.com/7',
});
const review = (by: string): ApprovalEvent => ({ type: 'review', by, role: 'platform-operator', at });
const start: ApprovalEvent = { type: 'start', at, runId: 'run-1' };

/** The state, and what the last event was answered. */
function after(plan: Plan, ...events: readonly ApprovalEvent[]): readonly [ApprovalState, string] {
  const last = events.at(-1) ?? request;
  const { approval, answer } = answerEvent(approvalFrom(plan, events.slice(0, -1)), last);
  return [approval.state, answer];
}

describe('an approval', () => {
  const { one, two, three } = plans;

  it.each<[string, readonly [ApprovalState, string], Plan, readonly ApprovalEvent[]]>([
    ['is asked for', ['requested', 'recorded'], two, [request]],
    ['needs one at tier 2', ['approved', 'recorded'], two, [request, approve(two, 'ada')]],
    ['may be one’s own at tier 1', ['approved', 'recorded'], one, [request, approve(one, 'ken')]],
    ['may not be one’s own at tier 2', ['requested', 'own'], two, [request, approve(two, 'ken')]],
    ['needs two at tier 3', ['requested', 'recorded'], three, [request, approve(three, 'ada')]],
    ['has two at tier 3', ['approved', 'recorded'], three, [request, approve(three, 'ada'), approve(three, 'bea')]],
    ['counts nobody twice', ['requested', 'again'], three, [request, approve(three, 'ada'), approve(three, 'ada')]],
    ['wants the name at tier 3', ['requested', 'name'], three, [request, approve(three, 'ada', { typed: 'chekout' })]],
    ['ends with one deny', ['denied', 'recorded'], three, [request, approve(three, 'ada'), deny(three, 'bea')]],
    ['lets who approved stop it', ['denied', 'recorded'], three, [request, approve(three, 'ada'), deny(three, 'ada')]],
    ['stays denied', ['denied', 'late'], two, [request, deny(two, 'ada'), approve(two, 'bea')]],
    ['stays approved', ['approved', 'late'], two, [request, approve(two, 'ada'), deny(two, 'bea')]],
    ['tells a double click', ['approved', 'again'], two, [request, approve(two, 'ada'), approve(two, 'ada')]],
    ['binds to the hash', ['requested', 'other-plan'], two, [request, approve(two, 'ada', { planHash: three.hash })]],
    ['expires on a late click', ['expired', 'expired'], two, [request, approve(two, 'ada', { at: late })]],
    ['expires by the clock', ['expired', 'recorded'], two, [request, { type: 'expire', at: late }]],
    ['does not expire early', ['requested', 'out-of-turn'], two, [request, { type: 'expire', at }]],
    ['says so after expiry', ['expired', 'expired'], two, [request, { type: 'expire', at: late }, approve(two, 'ada')]],
    ['does not start late', ['expired', 'expired'], two, [request, approve(two, 'ada'), { ...start, at: late }]],
    [
      'is cancelled by who asked',
      ['cancelled', 'recorded'],
      two,
      [request, { type: 'cancel', by: 'ken', role: '', at }],
    ],
    [
      'is cancelled by nobody else',
      ['requested', 'out-of-turn'],
      two,
      [request, { type: 'cancel', by: 'ada', role: '', at }],
    ],
    ['is not approved before it is asked for', ['draft', 'out-of-turn'], two, [approve(two, 'ada')]],
    ['does not start unapproved', ['requested', 'out-of-turn'], two, [request, start]],
    ['starts once', ['running', 'again'], two, [request, approve(two, 'ada'), start, start]],
    ['has one run', ['running', 'late'], two, [request, approve(two, 'ada'), start, { ...start, runId: 'run-2' }]],
    ['skips counting in an emergency', ['approved', 'recorded'], three, [request, glass(three, 'ken')]],
    [
      'is superseded when the world moved',
      ['superseded', 'recorded'],
      two,
      [request, approve(two, 'ada'), { type: 'supersede', at, because: 'ConfigMap/a changed' }],
    ],
    [
      'ends verified, then restored',
      ['restored', 'recorded'],
      two,
      [request, approve(two, 'ada'), start, { type: 'end', at, result: 'verified' }, { type: 'restore', at }],
    ],
  ])('%s', (_what, expected, plan, events) => {
    expect(after(plan, ...events)).toEqual(expected);
  });

  it.each<[string, string, readonly ApprovalEvent[]]>([
    ['by somebody else', 'recorded', [review('ada')]],
    ['by two', 'late', [review('ada'), review('bea')]],
    ['by who broke the glass', 'own', [review('ken')]],
  ])('is reviewed after break-glass %s', (_who, answer, reviews) => {
    expect(after(two, request, glass(two, 'ken'), ...reviews)[1]).toBe(answer);
  });

  it('of a usual kind has nothing to review', () => {
    expect(after(two, request, approve(two, 'ada'), review('bea'))[1]).toBe('out-of-turn');
  });

  it('of tier 0 starts when asked for', () => {
    expect(after(aPlanOfTier(0), request, start)).toEqual(['running', 'recorded']);
  });

  it('tells who was first', () => {
    const approval = approvalFrom(two, [request, approve(two, 'ada'), approve(two, 'bea'), deny(two, 'cyd')]);
    expect(approval.last).toEqual({ by: 'ada', at });
    expect(approval.decisions).toEqual([{ by: 'ada', at, verdict: 'approve' }]);
  });

  it('takes one of 200 clicks', () => {
    let approval = answerEvent(draft(two), request).approval;
    const answers = Array.from({ length: 200 }, (_, index) => {
      const answered = answerEvent(approval, approve(two, `user-${index}`));
      approval = answered.approval;
      return answered.answer;
    });
    expect(answers.filter((answer) => answer === 'recorded')).toHaveLength(1);
  });

  const people = fc.constantFrom('ken', 'ada', 'bea');
  const anyEvent = fc.oneof(
    fc.constantFrom<ApprovalEvent[]>(
      request,
      start,
      { type: 'expire', at: late },
      { type: 'supersede', at, because: 'x' },
      { type: 'end', at, result: 'failed' },
      { type: 'restore', at },
    ),
    people.map((by): ApprovalEvent => ({ type: 'cancel', by, role: '', at })),
    people.map((by) => approve(three, by)),
    people.map((by) => deny(three, by)),
  );

  it('never runs at tier 3 without two others, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 14 }), (events) => {
        const { state, runId, decisions, requestedBy } = approvalFrom(three, events);
        if (runId === undefined) {
          expect(['running', 'verified', 'failed', 'restored']).not.toContain(state);
          return;
        }
        const others = new Set(decisions.map(({ by }) => by).filter((by) => by !== requestedBy));
        expect(others.size).toBe(2);
        expect(decisions.every(({ verdict }) => verdict === 'approve')).toBe(true);
      }),
    );
  });
});
