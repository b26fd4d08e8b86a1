import { leftOver } from '../../../../../src/core/drift/rules/left-over.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
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

testRule(leftOver, {
  claims: [
    {
      when: 'Git no longer renders it and nothing refers to it',
      subject: aSubject({ ...gone, facts: { references: [] } }),
      paths: [''],
      fixes: ['delete', 'ignore-narrow'],
      confidence: 'certain',
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
