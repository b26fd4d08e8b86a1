import { describe, expect, it } from 'vitest';
import { concludingWord } from '../../../../../src/core/remedy/approval/concluding-word.ts';
import { newRun, type Run } from '../../../../../src/core/remedy/run/run.ts';
import { aPlanOfTier } from '../builders.ts';

const at = '2026-01-05T10:00:00Z';
const run = (status: Run['status'], parts: Partial<Run> = {}): Run => ({ ...newRun(aPlanOfTier(2)), status, ...parts });
const proof = { sync: 'Synced', health: 'Healthy' };

describe('what an approval has to learn of its run', () => {
  it.each([
    ['verified', run('verified', { proof }), { type: 'end', at, result: 'verified' }],
    ['failed', run('failed'), { type: 'end', at, result: 'failed' }],
    ['being restored after it failed', run('restoring'), { type: 'end', at, result: 'failed' }],
    ['being restored after it was verified', run('restoring', { proof }), { type: 'end', at, result: 'verified' }],
    ['superseded', run('superseded', { because: 'it changed' }), { type: 'supersede', at, because: 'it changed' }],
  ])('while it runs: %s', (_, state, word) => {
    expect(concludingWord(state, { state: 'running' }, at)).toEqual(word);
  });

  it.each(['verified', 'failed'] as const)('once it was %s: that it is restored', (state) => {
    expect(concludingWord(run('restored'), { state }, at)).toEqual({ type: 'restore', at });
  });

  it.each([
    ['running', run('running')],
    ['verified', run('verified', { proof })],
    ['verified', run('restoring', { proof })],
    ['failed', run('failed')],
    ['restored', run('restored')],
    ['superseded', run('superseded')],
    ['approved', run('running')],
  ] as const)('nothing when it is %s already', (state, done) => {
    expect(concludingWord(done, { state }, at)).toBeUndefined();
  });
});
