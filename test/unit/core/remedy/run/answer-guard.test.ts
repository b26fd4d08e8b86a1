import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/object-digest.ts';
import { answerGuard, answerUndoGuard, type GuardAnswer } from '../../../../../src/core/remedy/run/answer-guard.ts';
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

describe('a guard before an undo', () => {
  const written = (manager: string, time: string) =>
    object({ managedFields: [{ manager, time, operation: 'Update' }] }, 'synced');

  it.each<[string, Manifest | undefined, GuardAnswer]>([
    ['as the sync left it', written('argocd-controller', '2026-01-05T10:00:05Z'), 'match'],
    ['as before', object(), 'already'],
    ['written by a person since', written('kubectl-edit', '2026-01-05T10:00:05Z'), 'changed'],
    ['written by a person before', written('kubectl-edit', '2026-01-04T10:00:00Z'), 'match'],
    ['replaced', object({ uid: 'u2' }, 'synced'), 'changed'],
    ['not there', undefined, 'gone'],
  ])('answers for a synced object that is %s', (_what, live, answer) => {
    const sync = aStep({ target: ref, guard, verb: 'sync', undo: { how: 'reapply', note: '' } });
    expect(answerUndoGuard(sync, live, object(), { since: '2026-01-05T10:00:00Z' })).toBe(answer);
  });

  it.each<[string, Manifest | undefined, GuardAnswer]>([
    ['gone', undefined, 'match'],
    ['never deleted', object(), 'already'],
    ['restored', object({ uid: 'u2', creationTimestamp: '2026-01-06T10:00:00Z' }), 'already'],
    ['made by somebody else', object({ uid: 'u2' }, 'y'), 'changed'],
  ])('answers for a deleted object that is %s', (_what, live, answer) => {
    expect(answerUndoGuard(remove, live, object())).toBe(answer);
  });

  it.each<[string, Manifest | undefined, GuardAnswer]>([
    ['as it was written', object({ annotations: { a: '1' } }), 'match'],
    ['as before', object(), 'already'],
    ['written by somebody else since', object({ annotations: { a: '2' } }), 'changed'],
    ['replaced', object({ uid: 'u2', annotations: { a: '1' } }), 'changed'],
    ['not there', undefined, 'gone'],
  ])('answers for a patched object that is %s', (_what, live, answer) => {
    expect(answerUndoGuard(annotate, live, undefined)).toBe(answer);
  });
});
