import { describe, expect, it } from 'vitest';
import { at, listAt, stringAt } from '../../../src/core/model/json.ts';
import {
  aCluster,
  aConfigMap,
  aDeployment,
  aWidget,
  CONFIG,
  DEPLOYMENT,
  ownersOf,
  ownersOfField,
  refusal,
  START,
  WIDGET,
  WIDGETS,
} from './cluster.ts';

const IMAGE = 'f:spec f:template f:spec f:containers k:{"name":"web"} f:image';

describe('a create', () => {
  it('owns what was stated and what was defaulted, as a real server writes it', () => {
    const { model } = aCluster();
    const created = model.create(aDeployment(), { manager: 'kubectl-create' });
    expect(listAt(created, 'metadata', 'managedFields')).toEqual([
      {
        apiVersion: 'apps/v1',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:spec': {
            'f:progressDeadlineSeconds': {},
            'f:replicas': {},
            'f:revisionHistoryLimit': {},
            'f:selector': {},
            'f:strategy': { 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {}, 'f:maxUnavailable': {} }, 'f:type': {} },
            'f:template': {
              'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
              'f:spec': {
                'f:containers': {
                  'k:{"name":"web"}': {
                    '.': {},
                    'f:image': {},
                    'f:imagePullPolicy': {},
                    'f:name': {},
                    'f:resources': {},
                    'f:terminationMessagePath': {},
                    'f:terminationMessagePolicy': {},
                  },
                },
                'f:dnsPolicy': {},
                'f:restartPolicy': {},
                'f:schedulerName': {},
                'f:securityContext': {},
                'f:terminationGracePeriodSeconds': {},
              },
            },
          },
        },
        manager: 'kubectl-create',
        operation: 'Update',
        time: START,
      },
    ]);
  });

  it('owns elements by the keys of their list, atomic lists as a whole', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    const created = model.create(aWidget({ parts: [{ name: 'a' }], plain: [{ name: 'b' }] }), { manager: 'kubectl' });
    expect(ownersOf(created)).toEqual({
      kubectl: {
        'f:spec': {
          '.': {},
          'f:limits': { '.': {}, 'f:burst': {} },
          'f:parts': { '.': {}, 'k:{"name":"a"}': { '.': {}, 'f:name': {} } },
          'f:plain': {},
          'f:size': {},
        },
      },
    });
  });
});

describe('an update', () => {
  it('moves what it changes to the writer, with the time of the change', () => {
    const { model, clock } = aCluster();
    model.create(aDeployment(), { manager: 'argocd' });
    clock.pass(60);
    const updated = model.update(aDeployment({}, 'web:2'), { manager: 'kubectl-set' });
    expect(ownersOfField(updated, IMAGE)).toEqual(['kubectl-set']);
    expect(ownersOfField(updated, 'f:spec f:replicas')).toEqual(['argocd']);
    expect(listAt(updated, 'metadata', 'managedFields').map((entry) => stringAt(entry, 'time'))).toEqual([
      START,
      '2026-03-02T09:01:00Z',
    ]);
  });

  it('takes ownership of nothing when it only removes', () => {
    const { model } = aCluster();
    model.create(aConfigMap({ a: '1', b: '2' }), { manager: 'one' });
    const updated = model.mergePatch(CONFIG, { data: { b: null } }, { manager: 'two' });
    expect(ownersOf(updated)).toEqual({ one: { 'f:data': { '.': {}, 'f:a': {} } } });
  });

  it('makes a writer whose last field was taken disappear', () => {
    const { model } = aCluster();
    model.create(aConfigMap({ a: '1' }), { manager: 'one' });
    model.mergePatch(CONFIG, { data: { b: '1' } }, { manager: 'two' });
    const updated = model.mergePatch(CONFIG, { data: { b: '2' } }, { manager: 'three' });
    expect(Object.keys(ownersOf(updated))).toEqual(['one', 'three']);
  });

  it('writes down the subresource', () => {
    const { model } = aCluster();
    const created = model.create(aDeployment(), { manager: 'argocd' });
    const updated = model.update(
      { ...created, status: { readyReplicas: 1 } },
      { manager: 'kube-controller-manager', subresource: 'status' },
    );
    expect(ownersOf(updated)['kube-controller-manager/status']).toEqual({ 'f:status': { 'f:readyReplicas': {} } });
  });

  it('may rewrite managedFields, and empties them with an empty entry', () => {
    const { model } = aCluster();
    const created = model.create(aConfigMap({ a: '1' }), { manager: 'one' });
    const reset = model.update(
      { ...created, metadata: { name: 'config', namespace: 'shop', managedFields: [{}] } },
      { manager: 'two' },
    );
    expect(at(reset, 'metadata', 'managedFields')).toBeUndefined();
  });
});

describe('server-side apply', () => {
  it('owns what it states, not what was defaulted', () => {
    const { model } = aCluster();
    const applied = model.apply(aConfigMap({ a: '1' }), { manager: 'argocd' });
    expect(ownersOf(applied)).toEqual({ argocd: { 'f:data': { 'f:a': {} } } });
    expect(ownersOfField(model.apply(aDeployment(), { manager: 'argocd' }), 'f:spec f:replicas')).toEqual([]);
  });

  it('shares a field that it states alike', () => {
    const { model } = aCluster();
    model.apply(aConfigMap({ a: '1' }), { manager: 'one' });
    // an entry without a time stands first
    expect(ownersOfField(model.apply(aConfigMap({ a: '1' }), { manager: 'two' }), 'f:data f:a')).toEqual([
      'two',
      'one',
    ]);
  });

  it('is refused where another owner says something else, unless forced', () => {
    const { model } = aCluster();
    model.create(aDeployment({ replicas: 2 }), { manager: 'argocd' });
    model.update(aDeployment({ replicas: 2 }, 'web:9'), { manager: 'kubectl-set' });
    const wanted = aDeployment({ replicas: 3 }, 'web:2');
    expect(refusal(() => model.apply(wanted, { manager: 'helm' }))).toBe(
      [
        '409 Conflict: Apply failed with 2 conflicts: conflicts with "argocd" using apps/v1:',
        '- .spec.replicas',
        'conflicts with "kubectl-set" using apps/v1:',
        '- .spec.template.spec.containers[name="web"].image',
      ].join('\n'),
    );
    const forced = model.apply(wanted, { manager: 'helm', force: true });
    expect(ownersOfField(forced, IMAGE)).toEqual(['helm']);
    expect(Object.keys(ownersOf(forced))).toEqual(['helm', 'argocd']);
  });

  it('removes what it owned alone and states no longer', () => {
    const { model } = aCluster();
    model.apply(aConfigMap({ a: '1', b: '1', c: '1' }), { manager: 'one' });
    model.apply(aConfigMap({ b: '1' }), { manager: 'two' });
    const applied = model.apply(aConfigMap({ a: '1' }), { manager: 'one' });
    expect(applied.data).toEqual({ a: '1', b: '1' });
    expect(ownersOfField(applied, 'f:data f:b')).toEqual(['two']);
  });

  it('gives a defaulted field back its default when it is stated no longer', () => {
    const { model } = aCluster();
    model.apply(aDeployment({ replicas: 5 }), { manager: 'argocd' });
    expect(model.apply(aDeployment(), { manager: 'argocd' })).toMatchObject({ spec: { replicas: 1 } });
  });

  it('merges lists by key and keeps the elements of others', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    model.apply(aWidget({ parts: [{ name: 'a', weight: 1 }] }), { manager: 'one' });
    const both = model.apply(aWidget({ parts: [{ name: 'b', weight: 2 }] }), { manager: 'two' });
    expect(at(both, 'spec', 'parts')).toEqual([
      { name: 'a', weight: 1 },
      { name: 'b', weight: 2 },
    ]);
    expect(at(model.apply(aWidget({}), { manager: 'one' }), 'spec', 'parts')).toEqual([{ name: 'b', weight: 2 }]);
    expect(ownersOf(model.get(WIDGET)).one).toEqual({ 'f:spec': {} });
  });

  it('refuses fields that nobody could own', () => {
    const { model } = aCluster();
    expect(refusal(() => model.apply(aDeployment({ replica: 1 }), { manager: 'argocd' }))).toBe(
      '500 : failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.replica: field not declared in schema',
    );
  });

  it('has no time where it changed nothing', () => {
    const { model } = aCluster();
    model.create(aConfigMap({ a: '1' }), { manager: 'one' });
    const [entry] = listAt(model.apply(aConfigMap({ a: '1' }), { manager: 'two' }), 'metadata', 'managedFields');
    expect(entry).toMatchObject({ manager: 'two', operation: 'Apply' });
    expect(at(entry, 'time')).toBeUndefined();
    expect(model.get(DEPLOYMENT)).toBeUndefined();
  });
});
