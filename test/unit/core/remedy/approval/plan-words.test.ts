import { describe, expect, it } from 'vitest';
import type { Tier } from '../../../../../src/core/policy/policy.ts';
import {
  clusterWords,
  deletes,
  placeWords,
  planTitle,
  tierWords,
  undoWords,
  usageWords,
} from '../../../../../src/core/remedy/approval/plan-words.ts';
import {
  doneWords,
  effectWords,
  outcomeWords,
  undoneWords,
} from '../../../../../src/core/remedy/approval/run-words.ts';
import type { PlanKind, Step, Undo, Verb } from '../../../../../src/core/remedy/plan/plan.ts';
import type { StepRun } from '../../../../../src/core/remedy/run/run.ts';
import { aCard, leftovers, runOf } from '../../../../support/plan-cards.ts';
import { aPlan, aStep, refTo } from '../builders.ts';

const two = [aStep(), aStep({ target: refTo('ConfigMap/other') })];

describe('a plan in words', () => {
  it.each<[PlanKind, readonly Step[], string]>([
    ['delete-zombies', two, 'Delete 2 leftovers of checkout'],
    ['delete-hooks', [aStep()], 'Delete 1 finished hook of checkout'],
    ['adopt', two, 'Let Argo CD adopt 2 objects of checkout'],
    ['label', [aStep()], 'Label ConfigMap/scripts of checkout'],
    ['annotate', [aStep()], 'Annotate ConfigMap/scripts of checkout'],
    ['sync', two, 'Sync 2 objects of checkout'],
    ['revert', [aStep()], 'Set ConfigMap/scripts of checkout back to what Git says'],
    ['terminate', [aStep()], 'Terminate the running operation of checkout'],
    ['restart', [aStep()], 'Restart ConfigMap/scripts of checkout'],
    ['rollback', two, 'Roll checkout back to what it ran before'],
  ])('%s', (kind, steps, title) => {
    const plan = aPlan(steps, { kind });
    expect(planTitle(plan)).toBe(title);
    expect(deletes(plan)).toBe(kind.startsWith('delete'));
  });

  it('says where', () => {
    expect(placeWords(aPlan())).toBe('prod · project shop · production');
    expect(placeWords(aPlan([aStep()], { environment: '' }))).toBe('prod · project shop');
    expect(clusterWords({ destination: { name: 'eu', server: 'https://eu' } })).toBe('eu');
    expect(clusterWords({ destination: {} })).toBe('');
  });

  it.each<[Tier, RegExp]>([
    [0, /^nobody has to/],
    [1, /who may be the one that asks$/],
    [2, /^one other person approves$/],
    [3, /^two other people approve, and each types/],
  ])('tier %i', (tier, words) => expect(tierWords(tier)).toMatch(words));

  it('says why nothing breaks, for what is deleted', () => {
    const [a, b, c, d] = ['Pod/a', 'Pod/b', 'Pod/c', 'Pod/d'].map((name) => refTo(name));
    if (!a || !b || !c || !d) throw new TypeError('there are four');
    expect(usageWords(aStep())).toBe('nothing refers to it');
    expect(usageWords(aStep({ usedBy: [a] }))).toBe('used by Pod/a, which goes earlier');
    expect(usageWords(aStep({ usedBy: [a, b, c, d] }))).toBe(
      'used by Pod/a, Pod/b, Pod/c and 1 more, which go earlier',
    );
    expect(usageWords(aStep({ verb: 'sync' }))).toBe('');
  });

  it.each<[Undo, string]>([
    [{ how: 'none', because: 'its data is in no bundle' }, 'cannot be restored: its data is in no bundle'],
    [{ how: 'recreate', note: '' }, ''],
    [{ how: 'reapply', note: 'it is OutOfSync again then' }, 'when restored, it is OutOfSync again then'],
    [{ how: 'patch', patch: {} }, ''],
  ])('%j', (undo, words) => expect(undoWords({ undo })).toBe(words));
});

describe('a run in words', () => {
  const untouched: StepRun = { attempted: true, checked: false, watched: false, conflicts: 0, undoAttempted: false };

  it.each<[Verb, StepRun['done'], string]>([
    ['delete', 'run', 'gone'],
    ['delete', 'already', 'was gone already'],
    ['patch', 'run', 'written'],
    ['rollback', 'run', 'rolled back'],
  ])('%s %s', (verb, done, words) => expect(doneWords(verb, done === undefined ? {} : { done })).toBe(words));

  it('counts what was done', () => {
    expect(effectWords(aCard(leftovers))).toBe('nothing was changed');
    const tried = runOf(leftovers, 1).filter(({ type }) => type !== 'checked' && type !== 'health-watched');
    expect(effectWords(aCard(leftovers, { run: tried }))).toBe('0 objects gone');
    expect(effectWords(aCard(leftovers, { run: runOf(leftovers, 3) }))).toBe('3 objects gone');
    const mixed = aPlan([aStep(), aStep({ verb: 'patch', target: refTo('ConfigMap/other') })]);
    expect(effectWords(aCard(mixed, { run: runOf(mixed, 2) }))).toBe('2 steps done');
  });

  it.each<['terminate' | 'rollback', string]>([
    ['terminate', 'the operation was terminated'],
    ['rollback', 'rolled back to the release before'],
  ])('tells a whole %s as one thing', (kind, words) => {
    const plan = { ...aPlan([aStep({ verb: kind })]), kind };
    expect(effectWords(aCard(plan, { run: runOf(plan, 1) }))).toBe(words);
  });

  it.each([
    [{ sync: 'Synced', health: 'Healthy', findingsLeft: 0 }, 'infisical Healthy throughout; Synced now'],
    [
      { sync: 'OutOfSync', health: 'Healthy', findingsLeft: 1 },
      'infisical Healthy throughout; still OutOfSync: 1 other finding',
    ],
    [
      { sync: 'OutOfSync', health: 'Progressing', findingsLeft: 0 },
      'infisical is Progressing and was Healthy before; still OutOfSync',
    ],
  ])('%j', (proof, words) => expect(outcomeWords(aCard(leftovers, { run: runOf(leftovers, 11, proof) }))).toBe(words));

  it('has no proof before the end', () =>
    expect(outcomeWords(aCard(leftovers, { run: runOf(leftovers, 3) }))).toBe(''));

  it.each<[Partial<StepRun>, string | undefined]>([
    [{ attempted: false, undone: 'already' }, undefined],
    [{ undone: 'run' }, 'is back'],
    [{ undone: 'already' }, 'was as before already'],
    [{ undone: 'conflict', because: 'it was written' }, 'was left alone: it was written'],
    [{ undone: 'none', because: 'it ran' }, 'cannot be restored: it ran'],
    [{}, 'is not restored yet'],
  ])('%j', (step, words) => expect(undoneWords({ ...untouched, ...step })).toBe(words));
});
