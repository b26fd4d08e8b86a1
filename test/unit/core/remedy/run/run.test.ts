import { describe, expect, it } from 'vitest';
import type { GuardAnswer } from '../../../../../src/core/remedy/run/answer-guard.ts';
import { advance, nextAction, runFrom } from '../../../../../src/core/remedy/run/run.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { aPlan, aStep, refTo } from '../builders.ts';

const at = '2026-01-05T12:00:00Z';
const annotate = aStep({ verb: 'annotate', target: refTo('Service/web'), patch: {}, check: 'written' });
const plan = aPlan([aStep(), annotate]);
const begun: readonly RunEvent[] = [
  { type: 'started', at, restoresByItself: false },
  { type: 'rechecked', at },
  { type: 'bundle-saved', at, bundleId: 'b1' },
];
const guarded = (step: number, answer: GuardAnswer): RunEvent => ({ type: 'guarded', at, step, answer });
const done = (step: number): readonly RunEvent[] => [
  guarded(step, 'match'),
  { type: 'acted', at, step },
  { type: 'checked', at, step },
  { type: 'health-watched', at, step },
];
const proved: RunEvent = { type: 'proved', at, proof: { sync: 'Synced', health: 'Healthy', findingsLeft: 0 } };
const after = (...events: readonly RunEvent[]) => {
  const run = runFrom(plan, events);
  return { run, status: run.status, next: nextAction(run) };
};

describe('a run', () => {
  it('starts, reads everything again and saves the bundle before its first step', () => {
    expect([0, 1, 2, 3].map((length) => after(...begun.slice(0, length)).next.do)).toEqual([
      'start',
      'recheck',
      'save-bundle',
      'guard',
    ]);
  });

  it('does nothing when the world moved since the approval', () => {
    const { status, next } = after(...begun.slice(0, 1), { type: 'rechecked', at, because: 'the window is closed' });
    expect([status, next.do]).toEqual(['superseded', 'wait']);
  });

  it('asks the guard again after a crash, and says that it tried', () => {
    expect(after(...begun, guarded(0, 'match')).next).toEqual({ do: 'guard', step: 0, wasAttempted: true });
  });

  it.each<[string, readonly RunEvent[], string, string]>([
    ['gone, for a delete: done', [guarded(0, 'gone')], 'running', 'check'],
    ['already: done', [guarded(0, 'already')], 'running', 'check'],
    ['changed, before any effect: superseded', [guarded(0, 'changed')], 'superseded', 'wait'],
    ['changed, after one: failed', [...done(0), guarded(1, 'changed')], 'failed', 'wait'],
    ['gone, for an annotation: failed', [...done(0), guarded(1, 'gone')], 'failed', 'wait'],
    ['worse health', [...done(0).slice(0, 3), { type: 'health-watched', at, step: 0, because: 'x' }], 'failed', 'wait'],
    [
      'a check that does not hold',
      [...done(0).slice(0, 2), { type: 'checked', at, step: 0, because: 'x' }],
      'failed',
      'wait',
    ],
    ['a refusal', [...done(0), { type: 'failed', at, because: 'forbidden' }], 'failed', 'wait'],
    ['all steps', [...done(0), ...done(1)], 'running', 'prove'],
    ['all steps and a look at the app', [...done(0), ...done(1), proved], 'verified', 'wait'],
    ['an event of another step', [guarded(1, 'gone')], 'running', 'guard'],
    ['an effect that no guard allowed', [{ type: 'acted', at, step: 0 }], 'running', 'guard'],
  ])('answers %s', (_what, events, status, next) => {
    const result = after(...begun, ...events);
    expect([result.status, result.next.do]).toEqual([status, next]);
  });

  describe('that another process goes on with', () => {
    const asked = (because?: string): RunEvent => ({
      type: 'reauthorized',
      at,
      step: 1,
      ...(because === undefined ? {} : { because }),
    });
    const resumed = (...events: readonly RunEvent[]) => {
      const run = events.reduce(advance, runFrom(plan, [...begun, ...done(0)]));
      return { run, status: run.status, next: nextAction(run) };
    };
    const byItself: readonly RunEvent[] = [{ type: 'started', at, restoresByItself: true }, ...begun.slice(1)];

    it('is asked whether it may still, once the guard has matched and before anything is done', () => {
      expect(resumed().next).toEqual({ do: 'guard', step: 1, wasAttempted: false });
      expect(resumed(guarded(1, 'match')).next).toEqual({ do: 'reauthorize', step: 1 });
      expect(resumed(guarded(1, 'match'), asked()).next).toEqual({ do: 'act', step: 1 });
    });

    it('need not be asked where the effect is there already', () => {
      expect(resumed(guarded(1, 'already')).next).toEqual({ do: 'check', step: 1 });
    });

    it('is asked again by each process that goes on with it', () => {
      const events = [...begun, ...done(0), guarded(1, 'match'), asked()];
      expect(runFrom(plan, events)).toMatchObject({ authorized: false });
      expect(nextAction([guarded(1, 'match')].reduce(advance, runFrom(plan, events))).do).toBe('reauthorize');
    });

    it('stops where it may not, with what was done and what was not', () => {
      const { run, status, next } = resumed(guarded(1, 'match'), asked('changes are frozen'));
      expect([status, run.because, next.do]).toEqual(['failed', 'changes are frozen', 'wait']);
      expect(run.steps.map(({ attempted }) => attempted)).toEqual([true, false]);
    });

    it('is superseded where nothing was done', () => {
      const run = [guarded(0, 'match'), { ...asked('it has expired'), step: 0 }].reduce(advance, runFrom(plan, begun));
      expect([run.status, run.because]).toEqual(['superseded', 'it has expired']);
    });

    it('is not undone by itself then: a person decides', () => {
      const stopped = [guarded(1, 'match'), asked('frozen')].reduce(advance, runFrom(plan, [...byItself, ...done(0)]));
      expect(stopped.status).toBe('failed');
      const ask: RunEvent = { type: 'restore-asked', at, by: 'ken', role: 'developer' };
      const restoring = advance(stopped, ask);
      expect(nextAction(restoring)).toEqual({ do: 'guard-undo', step: 0 });
      expect(nextAction(advance(restoring, { type: 'undo-guarded', at, step: 0, answer: 'match' })).do).toBe('undo');
    });
  });

  it('asks again after a conflict, a few times', () => {
    const round: readonly RunEvent[] = [guarded(0, 'match'), { type: 'conflicted', at, step: 0 }];
    expect(after(...begun, ...round, ...round, ...round).next).toEqual({ do: 'guard', step: 0, wasAttempted: false });
    expect(after(...begun, ...round, ...round, ...round, ...round).status).toBe('superseded');
  });

  it('does not take for its own what somebody else did after a conflict', () => {
    const { run } = after(...begun, guarded(0, 'match'), { type: 'conflicted', at, step: 0 }, guarded(0, 'gone'));
    expect(run.steps[0]?.done).toBe('already');
  });

  it('restores on request what it did, not what others did, and reports conflicts', () => {
    const ask: RunEvent = { type: 'restore-asked', at, by: 'ken', role: 'developer' };
    const theirs = [guarded(0, 'gone'), ...done(0).slice(2)];
    expect(after(...begun, ...theirs, ...done(1), proved, ask).next).toEqual({ do: 'guard-undo', step: 1 });
    const conflict: RunEvent = { type: 'undo-guarded', at, step: 1, answer: 'changed' };
    const { run } = after(...begun, ...theirs, ...done(1), proved, ask, conflict);
    expect([run.status, ...run.steps.map(({ undone }) => undone)]).toEqual(['restored', 'already', 'conflict']);
  });

  it('has nothing to restore while it runs or when it did nothing', () => {
    const ask: RunEvent = { type: 'restore-asked', at, by: 'ken', role: 'developer' };
    expect(after(...begun, ask).status).toBe('running');
    expect(after(...begun, guarded(0, 'changed'), ask).status).toBe('superseded');
  });
});
