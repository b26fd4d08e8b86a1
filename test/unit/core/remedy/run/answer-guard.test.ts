import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { answerGuard, type GuardAnswer } from '../../../../../src/core/remedy/run/answer-guard.ts';
import { aStep, liveObject, refTo } from '../builders.ts';

const ref = refTo('ConfigMap/scripts');
const object = (metadata: JsonObject = {}, data = 'x'): Manifest =>
  liveObject(ref, { metadata: { uid: 'u1', ...metadata }, data: { key: data } });
const guard = { uid: 'u1', digest: objectDigest(object()), mutated: [] };
const remove = aStep({ target: ref, guard });
const annotate = aStep({
  target: ref,
  guard,
  verb: 'annotate',
  patch: { metadata: { annotations: { a: '1' } } },
  undo: { how: 'patch', patch: { metadata: { annotations: { a: null } } } },
});

describe('a guard', () => {
  it.each<[string, Manifest | undefined, boolean, GuardAnswer, GuardAnswer]>([
    ['as approved', object(), false, 'match', 'match'],
    ['a heartbeat later', object({ resourceVersion: '9', managedFields: [] }), false, 'match', 'match'],
    ['edited', object({}, 'y'), false, 'changed', 'changed'],
    ['not there', undefined, false, 'gone', 'gone'],
    ['another of its name', object({ uid: 'u2' }), false, 'changed', 'changed'],
    ['another of its name, after a try', object({ uid: 'u2' }), true, 'gone', 'changed'],
    ['on its way out', object({ deletionTimestamp: '2026-01-05T10:00:00Z' }), true, 'already', 'changed'],
    ['as wanted', object({ annotations: { a: '1' } }), false, 'changed', 'already'],
  ])('answers for an object that is %s', (_what, live, wasAttempted, forDelete, forPatch) => {
    expect(answerGuard(remove, live, { wasAttempted })).toBe(forDelete);
    expect(answerGuard(annotate, live, { wasAttempted })).toBe(forPatch);
  });
});

it('a guard on a Secret needs the key that the plan was made with', () => {
  const secret = liveObject(refTo('Secret/a'), { metadata: { uid: 'u1' }, data: { password: 'eA==' } });
  const step = aStep({ guard: { uid: 'u1', digest: objectDigest(secret, [], 'key'), mutated: [] } });
  expect(answerGuard(step, secret, { wasAttempted: false, digestKey: 'key' })).toBe('match');
  expect(answerGuard(step, secret, { wasAttempted: false, digestKey: 'other' })).toBe('changed');
  expect(answerGuard(step, secret, { wasAttempted: false })).toBe('changed');
});
