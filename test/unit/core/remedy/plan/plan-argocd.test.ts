import { describe, expect, it } from 'vitest';
import type { AppState } from '../../../../../src/core/model/observation.ts';
import { isOnTheApplication } from '../../../../../src/core/remedy/plan/application-ref.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/object-digest.ts';
import { planRollback } from '../../../../../src/core/remedy/plan/plan-rollback.ts';
import { isStuck, planTerminate } from '../../../../../src/core/remedy/plan/plan-terminate.ts';
import {
  answerRollbackGuard,
  answerSyncGuard,
  answerTerminateGuard,
  operationDigest,
} from '../../../../../src/core/remedy/run/answer-argocd-guard.ts';
import { anApp, anOperation, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { aFrame, aStep, liveObject, refTo } from '../builders.ts';

const startedAt = '2026-01-05T09:00:00Z';
const running = anOperation({ phase: 'Running', startedAt });

describe('ending an operation', () => {
  it.each([
    ['one that runs for long', running, '2026-01-05T09:10:00Z', true],
    ['one that has just begun', running, '2026-01-05T09:09:59Z', false],
    ['one that ended', anOperation({ startedAt }), '2026-01-05T10:00:00Z', false],
    ['none', undefined, '2026-01-05T10:00:00Z', false],
  ])('is worth it for %s', (_what, operation, now, stuck) => {
    expect(isStuck({ ...(operation ? { operation } : {}) }, new Date(now))).toBe(stuck);
  });

  it('names the operation by its start and cannot be undone', () => {
    const { plan } = planTerminate(aFrame(), anApp({ operation: running }));
    const [step] = plan?.steps ?? [];
    expect(step).toMatchObject({ verb: 'terminate', tier: 1, undo: { how: 'none' }, check: 'settled' });
    expect(step?.guard.digest).toBe(operationDigest(running));
    expect(plan && step && isOnTheApplication(plan, step)).toBe(true);
  });

  const guard = aStep({ guard: { uid: '', digest: operationDigest(running), mutated: [] } });
  const other = anOperation({ phase: 'Running', startedAt: '2026-01-05T11:00:00Z' });
  it.each([
    ['runs', running, false, 'match'],
    ['is ending', { ...running, phase: 'Terminating' }, true, 'already'],
    ['ended by itself', { ...running, phase: 'Succeeded' }, false, 'already'],
    ['gave way to another one', other, false, 'changed'],
    ['gave way to another one after a try', other, true, 'already'],
    ['is forgotten', undefined, false, 'already'],
  ] as const)('is answered by a guard when the operation %s', (_what, operation, wasAttempted, answer) => {
    expect(answerTerminateGuard(guard, operation, { wasAttempted })).toBe(answer);
  });
});

describe('a guard of a sync', () => {
  const target = liveObject(refTo('ConfigMap/a'), { data: { key: 'x' } });
  const step = aStep({ verb: 'sync', guard: { uid: 'u', digest: objectDigest(target), mutated: [] } });
  it.each([
    ['as approved', target, false, 'match'],
    ['synced meanwhile', target, true, 'already'],
    ['another target', { ...target, data: {} }, false, 'changed'],
    ['dropped from Git', null, false, 'changed'],
    ['no resource of the app', undefined, false, 'changed'],
  ] as const)('answers for %s', (_what, now, isInSync, answer) => {
    expect(answerSyncGuard(step, { target: now, isInSync })).toBe(answer);
  });
});

describe('rolling back', () => {
  const history = [
    { id: 1, revisions: [OLDER_REVISION], deployedAt: '2026-01-01T00:00:00Z' },
    { id: 2, revisions: [REVISION], deployedAt: '2026-01-05T08:00:00Z' },
    { id: 3, revisions: [REVISION], deployedAt: '2026-01-05T08:30:00Z' },
  ];
  const application = (metadata = {}, automated: object | null = {}) =>
    liveObject(refTo('Application/checkout', 'argocd'), {
      metadata,
      spec: { syncPolicy: automated === null ? {} : { automated: { ...automated } } },
    });
  const plan = (parts: Partial<AppState> = {}, live = application()) =>
    planRollback(aFrame(), {
      app: anApp({ history, ...parts }),
      instance: { trackingMethod: 'annotation' },
      application: live,
    });

  it('suspends auto-sync, goes back to the release before and says that it stays suspended', () => {
    const { plan: rollback } = plan();
    expect(rollback?.tier).toBe(2);
    expect(rollback?.steps.map(({ verb, historyId }) => [verb, historyId])).toEqual([
      ['patch', undefined],
      ['rollback', 1],
    ]);
    expect(rollback?.steps[0]).toMatchObject({
      patch: { spec: { syncPolicy: { automated: null } } },
      undo: { how: 'patch', patch: { spec: { syncPolicy: { automated: {} } } } },
    });
    expect(rollback?.blastRadius.join()).toMatch(/Restore switches it on again/);
  });

  it('leaves auto-sync alone where it is off', () => {
    expect(plan({}, application({}, null)).plan?.steps).toHaveLength(1);
    expect(plan({}, application({}, { enabled: false })).plan?.steps).toHaveLength(1);
  });

  const tracking = {
    annotations: { 'argocd.argoproj.io/tracking-id': 'root:argoproj.io/Application:argocd/checkout' },
  };
  const generated = { ownerReferences: [{ kind: 'ApplicationSet', name: 'all', uid: 'u' }] };
  it.each([
    ['a parent manages', {}, application(tracking), /managed by root/],
    ['an ApplicationSet makes', {}, application(generated), /ApplicationSet\/all/],
    ['has several sources', { sources: [{ repoUrl: 'a' }, { repoUrl: 'b' }] }, application(), /several sources/],
    ['has no earlier release', { history: history.slice(1) }, application(), /no earlier release/],
  ])('is not offered for an app that %s', (_what, parts, live, because) => {
    const result = plan(parts, live);
    expect(result.plan).toBeUndefined();
    expect(result.excluded[0]?.because).toMatch(because);
  });

  it('is guarded by the entry of the history and by auto-sync', () => {
    const step = plan().plan?.steps[1];
    if (step === undefined) throw new Error('a rollback was expected');
    const autoSync = { enabled: false, prune: false, selfHeal: false };
    const app = { history, autoSync };
    expect(answerRollbackGuard(step, app)).toBe('match');
    expect(answerRollbackGuard(step, { ...app, autoSync: { ...autoSync, enabled: true } })).toBe('changed');
    expect(answerRollbackGuard(step, { ...app, history: history.slice(1) })).toBe('changed');
    expect(answerRollbackGuard(step, { ...app, operation: running })).toBe('changed');
    const back = { ...running, revisions: [OLDER_REVISION] };
    expect(answerRollbackGuard(step, { ...app, operation: back })).toBe('already');
    expect(answerRollbackGuard(step, { ...app, history: [...history, { id: 4, revisions: [OLDER_REVISION] }] })).toBe(
      'already',
    );
  });
});
