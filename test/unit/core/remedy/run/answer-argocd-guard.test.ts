import { describe, expect, it } from 'vitest';
import { objectDigest, operationDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { planRollback } from '../../../../../src/core/remedy/plan/rollback.ts';
import {
  answerRollbackGuard,
  answerSyncGuard,
  answerTerminateGuard,
} from '../../../../../src/core/remedy/run/answer-argocd-guard.ts';
import { anApp, anOperation, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { aFrame, aStep, liveObject, refTo } from '../builders.ts';

const startedAt = '2026-01-05T09:00:00Z';
const running = anOperation({ phase: 'Running', startedAt });

describe('ending an operation', () => {
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

  it('is guarded by the entry of the history and by auto-sync', () => {
    const { plan } = planRollback(aFrame(), {
      app: anApp({ history }),
      instance: { trackingMethod: 'annotation' },
      application: liveObject(refTo('Application/checkout', 'argocd'), { spec: { syncPolicy: { automated: {} } } }),
      rendered: [],
    });
    const step = plan?.steps[1];
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
