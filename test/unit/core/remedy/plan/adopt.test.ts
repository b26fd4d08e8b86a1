import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import type { AppState, InstanceState } from '../../../../../src/core/model/observation.ts';
import { type Adoptee, planAdopt } from '../../../../../src/core/remedy/plan/adopt.ts';
import { isPatched } from '../../../../../src/core/remedy/plan/merge-patch.ts';
import { anApp } from '../../../../support/builders.ts';
import { aFrame, liveObject, refTo } from '../builders.ts';

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
const INSTALLATION_ID = 'argocd.argoproj.io/installation-id';
const LABEL = 'app.kubernetes.io/instance';

function anAdoptee(metadata: JsonObject = {}, parts: Partial<Adoptee> = {}): Adoptee {
  const ref = refTo('Service/web');
  return { ref, version: 'v1', live: liveObject(ref, { metadata }), target: liveObject(ref), mutated: [], ...parts };
}

function adopt(adoptee: Adoptee, instance: InstanceState = {}, app: AppState = anApp()) {
  const { plan, excluded } = planAdopt(aFrame(), { app, instance }, [adoptee]);
  return { plan, step: plan?.steps[0], because: excluded[0]?.because };
}

describe('a plan that adopts', () => {
  const id = 'checkout:/Service:shop/web';

  it.each<[string, InstanceState, JsonObject, string, RegExp]>([
    ['annotation', {}, { annotations: { [TRACKING_ID]: id } }, 'annotate', /does not read the label/],
    [
      'label',
      { trackingMethod: 'label', installationId: 'one' },
      { annotations: { [INSTALLATION_ID]: 'one' }, labels: { [LABEL]: 'checkout' } },
      'label',
      /does not read argocd.argoproj.io\/tracking-id, nor argocd.argoproj.io\/installation-id/,
    ],
    [
      'annotation and label',
      { trackingMethod: 'annotation+label', instanceLabelKey: 'example.com/app', installationId: 'one' },
      { annotations: { [TRACKING_ID]: id, [INSTALLATION_ID]: 'one' }, labels: { 'example.com/app': 'checkout' } },
      'annotate',
      /reads the annotation; the label example.com\/app is for people/,
    ],
  ])('writes what is tracked by %s, and says what is not read', (_method, instance, metadata, verb, words) => {
    const { plan, step } = adopt(anAdoptee(), instance);
    expect(step?.patch).toEqual({ metadata });
    expect([step?.verb, plan?.tier]).toEqual([verb, 1]);
    expect(plan?.blastRadius.join()).toMatch(words);
  });

  it('can be undone to the earlier values', () => {
    const adoptee = anAdoptee({ annotations: { [INSTALLATION_ID]: 'one', other: 'x' } });
    const { step } = adopt(adoptee, { installationId: 'one' });
    expect(step?.undo).toEqual({
      how: 'patch',
      patch: { metadata: { annotations: { [TRACKING_ID]: null, [INSTALLATION_ID]: 'one' } } },
    });
    expect(step?.undo.how === 'patch' && isPatched(adoptee.live ?? {}, step.undo.patch)).toBe(true);
  });

  it('names an app outside Argo CD’s own namespace the way Argo CD does', () => {
    const app = anApp({ ref: { server: 'prod', namespace: 'team', name: 'checkout' } });
    expect(adopt(anAdoptee(), { controllerNamespace: 'argocd' }, app).step?.patch).toEqual({
      metadata: { annotations: { [TRACKING_ID]: 'team_checkout:/Service:shop/web' } },
    });
  });

  const pruning = anApp({ autoSync: { enabled: true, prune: true, selfHeal: true } });
  it.each<[string, Adoptee, InstanceState, AppState, RegExp]>([
    ['it cannot be read', anAdoptee({}, { live: undefined }), {}, anApp(), /could not be read/],
    ['it is not there', anAdoptee({}, { live: null }), {}, anApp(), /not there/],
    ['it is done', anAdoptee({ annotations: { [TRACKING_ID]: id } }), {}, anApp(), /adopted already/],
    [
      'another app holds it',
      anAdoptee({ annotations: { [TRACKING_ID]: 'cart:/Service:shop/web' } }),
      {},
      anApp(),
      /belongs to cart/,
    ],
    [
      'another Argo CD holds it',
      anAdoptee({ annotations: { [INSTALLATION_ID]: 'two' } }),
      { installationId: 'one' },
      anApp(),
      /another Argo CD/,
    ],
    [
      'a CRD',
      anAdoptee({}, { ref: refTo('CustomResourceDefinition/widgets.example.com') }),
      {},
      anApp(),
      /neither writes nor reads/,
    ],
    ['pruning would delete it', anAdoptee({}, { target: null }), {}, pruning, /Add it to Git first/],
    [
      'it is owned',
      anAdoptee({ ownerReferences: [{ kind: 'Widget', name: 'w' }] }, { target: null }),
      {},
      anApp(),
      /another object owns it/,
    ],
    [
      'its name does not fit a label',
      anAdoptee(),
      { trackingMethod: 'label' },
      anApp({ ref: { server: 'prod', namespace: 'argocd', name: 'a'.repeat(64) } }),
      /longer than the 63 characters/,
    ],
  ])('leaves it, with the reason: %s', (_what, adoptee, instance, app, reason) => {
    const { plan, because } = adopt(adoptee, instance, app);
    expect(plan).toBeUndefined();
    expect(because).toMatch(reason);
  });

  it('warns that what is not in Git may be pruned later', () => {
    expect(adopt(anAdoptee({}, { target: null })).plan?.blastRadius.join()).toMatch(/a sync with pruning deletes it/);
  });
});
