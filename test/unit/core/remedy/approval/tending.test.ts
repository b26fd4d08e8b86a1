import { describe, expect, it } from 'vitest';
import { type ApprovalEvent, approvalFrom } from '../../../../../src/core/remedy/approval/approval.ts';
import { conclusionOf, tendingOf } from '../../../../../src/core/remedy/approval/tending.ts';
import { newRun, type Run, runFrom } from '../../../../../src/core/remedy/run/run.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { aPlanOfTier } from '../builders.ts';

const HOUR = 3_600_000;
const times = { remindAfterMs: 4 * HOUR, restoreForMs: 7 * 24 * HOUR, reviewWithinMs: 24 * HOUR };
// expires 2026-01-06T10:00
const plan = aPlanOfTier(2);
const at = '2026-01-05T10:00:00Z';
const request: ApprovalEvent = {
  type: 'request',
  by: 'ken',
  role: 'developer',
  at,
  reason: 'leftovers',
  channel: 'C1',
};
const approve: ApprovalEvent = { type: 'approve', by: 'ada', role: 'operator', at, planHash: plan.hash };
const glass: ApprovalEvent = {
  ...approve,
  type: 'break-glass',
  reason: 'down',
  incident: 'https://incidents.example.com/7',
};
const ran: readonly ApprovalEvent[] = [
  { type: 'start', at, runId: plan.id },
  { type: 'end', at, result: 'verified' },
];
const verified: readonly RunEvent[] = [
  { type: 'started', at, restoresByItself: false },
  { type: 'rechecked', at },
  { type: 'bundle-saved', at, bundleId: 'b1' },
  { type: 'guarded', at, step: 0, answer: 'match' },
  { type: 'acted', at, step: 0 },
  { type: 'checked', at, step: 0 },
  { type: 'health-watched', at, step: 0 },
  { type: 'proved', at, proof: { sync: 'Synced', health: 'Healthy' } },
];
const asked: RunEvent = { type: 'restore-asked', at, by: 'ada', role: 'operator' };
const idle = { expire: false, run: false, notes: [], isDone: false };

function tend(hours: number, approval: readonly ApprovalEvent[], run: readonly RunEvent[] = []) {
  const now = new Date(Date.parse(at) + hours * HOUR);
  return tendingOf(approvalFrom(plan, approval), runFrom(plan, run), run, now, times);
}

describe('tending a plan', () => {
  it.each<[string, ReturnType<typeof tend>, Parameters<typeof tend>]>([
    ['leaves a fresh request alone', idle, [1, [request]]],
    ['reminds', { ...idle, notes: ['waits'] }, [5, [request]]],
    ['calls for the last time', { ...idle, notes: ['last-call'] }, [23.5, [request]]],
    ['expires a request', { ...idle, expire: true }, [25, [request]]],
    ['expires what was approved and never began', { ...idle, expire: true }, [25, [request, approve]]],
    ['runs what was approved', { ...idle, run: true }, [5, [request, approve]]],
    ['goes on with what a killed worker left', { ...idle, run: true }, [5, [request, approve, ...ran.slice(0, 1)]]],
    ['keeps what can be restored', idle, [25, [request, approve, ...ran], verified]],
    ['goes on with a restore', { ...idle, run: true }, [25, [request, approve, ...ran], [...verified, asked]]],
    [
      'goes on with a restore that ended without anybody having said so',
      { ...idle, run: true },
      [25, [request, approve, ...ran], [...verified, asked, { type: 'undo-guarded', at, step: 0, answer: 'already' }]],
    ],
    [
      'is done when it cannot be restored any more',
      { ...idle, isDone: true },
      [169, [request, approve, ...ran], verified],
    ],
    ['is done with what was denied', { ...idle, isDone: true }, [1, [request, { ...approve, type: 'deny' }]]],
    ['waits for a review', idle, [5, [request, glass, ...ran], verified]],
    ['asks for a review', { ...idle, notes: ['review-due'] }, [25, [request, glass, ...ran], verified]],
  ])('%s', (_what, expected, args) => {
    expect(tend(...args)).toEqual(expected);
  });
});

const runThat = (status: Run['status'], parts: Partial<Run> = {}): Run => ({
  ...newRun(aPlanOfTier(2)),
  status,
  ...parts,
});
const proof = { sync: 'Synced', health: 'Healthy' };

describe('what an approval has to learn of its run', () => {
  it.each([
    ['verified', runThat('verified', { proof }), { type: 'end', at, result: 'verified' }],
    ['failed', runThat('failed'), { type: 'end', at, result: 'failed' }],
    ['being restored after it failed', runThat('restoring'), { type: 'end', at, result: 'failed' }],
    ['being restored after it was verified', runThat('restoring', { proof }), { type: 'end', at, result: 'verified' }],
    ['superseded', runThat('superseded', { because: 'it changed' }), { type: 'supersede', at, because: 'it changed' }],
  ])('while it runs: %s', (_, state, event) => {
    expect(conclusionOf(state, { state: 'running' }, at)).toEqual(event);
  });

  it.each(['verified', 'failed'] as const)('once it was %s: that it is restored', (state) => {
    expect(conclusionOf(runThat('restored'), { state }, at)).toEqual({ type: 'restore', at });
  });

  it.each([
    ['running', runThat('running')],
    ['verified', runThat('verified', { proof })],
    ['verified', runThat('restoring', { proof })],
    ['failed', runThat('failed')],
    ['restored', runThat('restored')],
    ['superseded', runThat('superseded')],
    ['approved', runThat('running')],
  ] as const)('nothing when it is %s already', (state, done) => {
    expect(conclusionOf(done, { state }, at)).toBeUndefined();
  });
});
