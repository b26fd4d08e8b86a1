import { leftOver } from '../../../../../src/core/drift/rules/left-over.ts';
import { aManifest, anOperation, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const configMap = aRef({ group: '', kind: 'ConfigMap', name: 'checkout-flags' });
const claim = aRef({ group: '', kind: 'PersistentVolumeClaim', name: 'checkout-cache' });
const crd = aRef({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  namespace: '',
  name: 'orders.shop.example.com',
});
const gone = { ref: configMap, target: null, live: writtenBy(aManifest({ data: { a: '1' } }, configMap), byArgoCd()) };
const TRACKED = { 'argocd.argoproj.io/tracking-id': 'checkout:/ConfigMap:shop/checkout-flags' };
const tracked = {
  ...gone,
  instance: { trackingMethod: 'annotation' as const },
  live: writtenBy(aManifest({ metadata: { annotations: TRACKED } }, configMap), byArgoCd()),
};
const syncedAs = (status: string, finishedAt = '2026-03-02T09:14:23Z') => ({
  app: { operation: anOperation({ finishedAt, resources: [{ ...configMap, status }] }) },
});

testRule(leftOver, {
  claims: [
    {
      when: 'Git no longer renders it and nothing refers to it',
      subject: aSubject({ ...gone, facts: { references: [] } }),
      paths: [''],
      fixes: ['delete', 'ignore-narrow'],
      confidence: 'likely',
    },
    {
      when: 'the app’s last sync lists it as applied',
      subject: aSubject({ ...tracked, ...syncedAs('Synced'), facts: { references: [] } }),
      paths: [''],
      fixes: ['delete', 'ignore-narrow'],
      confidence: 'certain',
    },
    {
      when: 'the app’s last sync lists it as skipped, which proves no more than the tracking id',
      subject: aSubject({ ...tracked, ...syncedAs('PruneSkipped'), facts: { references: [] } }),
      paths: [''],
      fixes: ['delete', 'ignore-narrow'],
      confidence: 'likely',
    },
    {
      when: 'Argo CD wrote it after the app’s last sync: another Argo CD’s, and no delete',
      subject: aSubject({
        ...tracked,
        ...syncedAs('PruneSkipped', '2026-03-02T09:14:12Z'),
        facts: { references: [] },
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
      confidence: 'guess',
    },
    {
      when: 'somebody gave it the app’s label: no delete',
      subject: aSubject({
        ...gone,
        instance: { trackingMethod: 'label' },
        live: writtenBy(aManifest({}, configMap), { manager: 'kubectl-create', owns: { 'f:metadata': {} } }),
        facts: { references: [] },
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
      confidence: 'guess',
    },
    {
      when: 'a workload still uses it, without offering to delete it',
      subject: aSubject({
        ...gone,
        facts: { references: [{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'checkout' }] },
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
    },
    {
      when: 'deleting the claim would destroy data',
      subject: aSubject({ ref: claim, target: null, facts: { references: [] } }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
    },
    {
      when: 'custom resources of the CRD would go with it',
      subject: aSubject({ ref: crd, target: null, facts: { customResources: 12, references: [] } }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
    },
    {
      when: 'it is a child Application: everything that it manages could go with it',
      subject: aSubject({
        ref: aRef({ group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: 'child' }),
        target: null,
        facts: { references: [] },
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
    },
    {
      when: 'the chart asks to keep it',
      subject: aSubject({
        ref: configMap,
        target: null,
        live: aManifest({ metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } }, configMap),
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'inspect-logs'],
    },
  ],
  ignores: [
    {
      when: 'Git still renders it',
      subject: aSubject({ ref: configMap, target: aManifest({ data: { a: '2' } }, configMap), live: gone.live }),
    },
    { when: 'it is only in Git', subject: aSubject({ ref: configMap, live: null }) },
    { when: 'another rule has claimed the object', subject: { ...aSubject(gone), changes: [] } },
  ],
});
