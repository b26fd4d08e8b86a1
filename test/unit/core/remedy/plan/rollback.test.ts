import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../../src/core/model/json.ts';
import type { AppState } from '../../../../../src/core/model/observation.ts';
import { planRollback } from '../../../../../src/core/remedy/plan/rollback.ts';
import { anApp, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { aFrame, liveObject, refTo } from '../builders.ts';

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
  const plan = (parts: Partial<AppState> = {}, live = application(), rendered: readonly Manifest[] | undefined = []) =>
    planRollback(aFrame(), {
      app: anApp({ history, ...parts }),
      instance: { trackingMethod: 'annotation' },
      application: live,
      rendered,
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

  it('does not go round the hooks of an app', () => {
    const annotations = { 'helm.sh/hook': 'pre-upgrade' };
    const hook = liveObject(refTo('Job/migrate'), { metadata: { annotations } });
    expect(plan({}, application(), [hook]).excluded[0]?.because).toBe(
      'this app has hooks (pre-upgrade), and a rollback skips them: revert in Git',
    );
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
});
