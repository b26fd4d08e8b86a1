import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../../src/core/model/change.ts';
import { defined } from '../../../../../src/core/model/defined.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { keepFromPruning, planMetadata } from '../../../../../src/core/remedy/plan/metadata.ts';
import type { Rendered } from '../../../../../src/core/remedy/plan/partial-sync.ts';
import type { Planned, ReadObject } from '../../../../../src/core/remedy/plan/planner.ts';
import { planRestart } from '../../../../../src/core/remedy/plan/restart.ts';
import { planRevert } from '../../../../../src/core/remedy/plan/revert.ts';
import { planSync, type SyncItem } from '../../../../../src/core/remedy/plan/sync.ts';
import { anApp, anOperation } from '../../../../support/builders.ts';
import { aFrame, liveObject, refTo } from '../builders.ts';

const read = (text: string, body: Parameters<typeof liveObject>[1] = {}): ReadObject & { live: JsonObject } => {
  const ref = refTo(text);
  return { ref, version: 'v1', live: liveObject(ref, body), mutated: [] };
};
const only = ({ plan, excluded }: Planned) => {
  expect(excluded).toEqual([]);
  expect(plan?.steps).toHaveLength(1);
  const [step] = plan?.steps ?? [];
  if (plan === undefined || step === undefined) throw new Error('one step was expected');
  return { plan, step };
};
const reason = ({ plan, excluded }: Planned) => {
  expect(plan).toBeUndefined();
  return excluded[0]?.because;
};

describe('a plan that syncs selected resources', () => {
  const app = anApp({ autoSync: { enabled: false, prune: false, selfHeal: false } });
  const target = liveObject(refTo('ConfigMap/a'), { data: { key: 'new' } });
  const item: SyncItem = { ...read('ConfigMap/a', { data: { key: 'old' } }), target, isInSync: false };

  const subject = { app, rendered: [target] };

  it('binds to what Git renders, not to what is live', () => {
    const { step, plan } = only(planSync(aFrame(), subject, [item]));
    expect(step).toMatchObject({ verb: 'sync', check: 'settled', tier: 1, undo: { how: 'reapply' } });
    expect(step.guard).toEqual({ uid: 'uid-of-ConfigMap-a', digest: objectDigest(target), mutated: [] });
    expect(plan.blastRadius).toEqual([
      '1 object synced by Argo CD, one at a time',
      'a partial sync is not recorded in the app’s history',
      'auto-sync is off: nothing but these resources is synced',
    ]);
  });

  it('says that what did not exist cannot be restored', () => {
    const { plan } = only(planSync(aFrame(), subject, [{ ...item, live: null }]));
    expect(plan.blastRadius.at(-1)).toMatch(/^ConfigMap\/a cannot be restored: it did not exist before/);
  });

  it('warns of Argo CD’s own objects', () => {
    const application: SyncItem = { ...read('Application/child'), target, isInSync: false };
    expect(only(planSync(aFrame(), subject, [application])).plan.blastRadius.join()).toMatch(/rewrites Argo CD’s own/);
  });

  it.each<[string, Partial<SyncItem>, RegExp]>([
    ['Git does not render', { target: null }, /nothing to sync/],
    ['Argo CD did not tell of', { target: undefined }, /could not be looked at/],
    ['Argo CD sees no difference in', { isInSync: true }, /changes nothing/],
    ['nobody could read', { live: undefined }, /could not be read/],
  ])('leaves out what %s', (_what, parts, because) => {
    expect(reason(planSync(aFrame(), subject, [{ ...item, ...parts }]))).toMatch(because);
  });

  const marked = (annotations: Record<string, string>) =>
    liveObject(refTo('Job/migrate'), { metadata: { annotations } });
  const hook = marked({ 'argocd.argoproj.io/hook': 'PreSync' });
  const ended = (phase: string) => anApp({ operation: anOperation({ phase, message: 'db-migrate failed' }) });

  it.each<[string, Partial<Rendered>, RegExp]>([
    ['a hook in Git', { rendered: [target, hook] }, /has hooks \(PreSync\), and a partial sync skips them/],
    ['a Helm hook', { rendered: [target, marked({ 'helm.sh/hook': 'pre-upgrade' })] }, /has hooks \(pre-upgrade\)/],
    ['two waves', { rendered: [target, marked({ 'argocd.argoproj.io/sync-wave': '5' })] }, /syncs in waves/],
    ['a failed sync', { app: ended('Failed') }, /last sync failed \(db-migrate failed\)/],
    ['a sync that ended in an error', { app: ended('Error') }, /last sync failed/],
    ['a running sync', { app: ended('Running') }, /is running/],
    ['a render that nobody could look at', { rendered: undefined }, /could not be checked/],
    [
      'a hook of the last sync',
      { app: anApp({ operation: anOperation({ resources: [{ ...refTo('Job/x'), hookType: 'PostSync' }] }) }) },
      /has hooks \(PostSync\)/,
    ],
  ])('syncs no part of an app with %s', (_what, parts, because) => {
    expect(reason(planSync(aFrame(), { ...subject, ...parts }, [item]))).toMatch(because);
  });

  it('takes one wave for none, and a skipped object for no hook', () => {
    const skipped = marked({ 'argocd.argoproj.io/hook': 'Skip' });
    only(
      planSync(aFrame(), { app, rendered: [target, marked({ 'argocd.argoproj.io/sync-wave': '0' }), skipped] }, [item]),
    );
  });
});

describe('a plan that reverts an edit', () => {
  const app = anApp({ autoSync: { enabled: true, prune: false, selfHeal: true } });
  const change = (path: string, desired: Change['desired'], live: Change['live']): Change => ({
    path,
    desiredPath: path,
    ...defined({ desired, live }),
    writers: [],
  });
  const containers = [
    { name: 'web', image: 'web:2', env: [{ name: 'MODE', value: 'x' }] },
    { name: 'side', image: 's:1' },
  ];
  const edited = read('Deployment/web', { spec: { replicas: 5, template: { spec: { containers } } } });
  const revert = (...changes: readonly Change[]) => planRevert(aFrame(), app, [{ ...edited, changes }]);

  it('patches exactly the edited field, and back', () => {
    const { step, plan } = only(revert(change('/spec/replicas', 3, 5)));
    expect(step).toMatchObject({ verb: 'patch', tier: 1, check: 'written', patch: { spec: { replicas: 3 } } });
    expect(step.undo).toEqual({ how: 'patch', patch: { spec: { replicas: 5 } } });
    expect(plan.blastRadius.join()).toMatch(/self-heal is on: Argo CD would set it back by itself/);
  });

  it('replaces a list at its root, with all else in it as it is', () => {
    const { step } = only(revert(change('/spec/template/spec/containers/0/image', 'web:1', 'web:2')));
    expect(step.patch).toEqual({
      spec: { template: { spec: { containers: [{ ...containers[0], image: 'web:1' }, containers[1]] } } },
    });
  });

  it('removes what somebody added', () => {
    const { step } = only(revert(change('/spec/template/spec/containers/1', undefined, containers[1])));
    expect(step.patch).toEqual({ spec: { template: { spec: { containers: [containers[0]] } } } });
  });

  it('refuses what has changed since, and what looks like a secret', () => {
    expect(reason(revert(change('/spec/replicas', 3, 4)))).toMatch(/changed since/);
    expect(reason(revert(change('/spec/password', 'hunter2-old', undefined)))).toMatch(/looks like a secret/);
    expect(reason(revert(change('/spec/mode', '‹masked 1›', undefined)))).toMatch(/looks like a secret/);
    const secret = { ...read('Secret/a'), changes: [change('/data/key', 'a', undefined)] };
    expect(reason(planRevert(aFrame(), app, [secret]))).toMatch(/sync it instead/);
  });
});

describe('a plan that restarts', () => {
  it('writes the time of the plan, so that asking twice restarts once', () => {
    const workload = read('Deployment/web', { spec: { strategy: { type: 'Recreate' } } });
    const { step, plan } = only(planRestart(aFrame(), [workload]));
    const restartedAt = { 'kubectl.kubernetes.io/restartedAt': aFrame().plannedAt };
    expect(step).toMatchObject({
      verb: 'restart',
      tier: 1,
      undo: { how: 'none' },
      patch: { spec: { template: { metadata: { annotations: restartedAt } } } },
    });
    expect(plan.blastRadius).toContain('Deployment/web: all pods end at once, then new ones start');
    const again = read('Deployment/web', { spec: { template: { metadata: { annotations: restartedAt } } } });
    expect(reason(planRestart(aFrame(), [again]))).toMatch(/already/);
  });

  it('is not for what has no pods to roll, or is paused', () => {
    expect(reason(planRestart(aFrame(), [read('ConfigMap/a')]))).toMatch(/no rolling restart/);
    expect(reason(planRestart(aFrame(), [read('Deployment/a', { spec: { paused: true } })]))).toMatch(/paused/);
  });
});

describe('a plan that writes labels or annotations', () => {
  it('keeps an object from being pruned beside what its options say', () => {
    const options = 'argocd.argoproj.io/sync-options';
    const shared = read('Namespace/a', { metadata: { annotations: { [options]: 'Prune=true,Validate=false' } } });
    const { step } = only(planMetadata(aFrame(), 'annotate', [keepFromPruning(shared)]));
    expect(step.patch).toEqual({ metadata: { annotations: { [options]: 'Validate=false,Prune=false' } } });
    expect(step.undo).toMatchObject({
      patch: { metadata: { annotations: { [options]: 'Prune=true,Validate=false' } } },
    });
  });

  it('takes a label away on undo that was not there, and does nothing twice', () => {
    const namespace = { ...read('Namespace/a'), values: { team: 'shop' }, effects: [] };
    const { step, plan } = only(planMetadata(aFrame(), 'label', [namespace]));
    expect(step.undo).toEqual({ how: 'patch', patch: { metadata: { labels: { team: null } } } });
    expect(plan.blastRadius[0]).toBe('labels of 1 object written');
    const labelled = {
      ...read('Namespace/a', { metadata: { labels: { team: 'shop' } } }),
      values: { team: 'shop' },
      effects: [],
    };
    expect(reason(planMetadata(aFrame(), 'label', [labelled]))).toMatch(/already/);
  });
});
