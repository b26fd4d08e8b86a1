import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { answerUndoGuard } from '../../../../../src/core/remedy/restore/undo-guard.ts';
import type { GuardAnswer } from '../../../../../src/core/remedy/run/answer-guard.ts';
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
