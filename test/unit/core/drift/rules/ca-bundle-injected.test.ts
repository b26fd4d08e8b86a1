import { caBundleInjected } from '../../../../../src/core/drift/rules/ca-bundle-injected.ts';
import { aManifest, aRef, aSubject, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const webhooks = aRef({
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingWebhookConfiguration',
  namespace: '',
  name: 'policy',
});
const apiService = aRef({ group: 'apiregistration.k8s.io', kind: 'APIService', namespace: '', name: 'v1.metrics' });

const CA = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUI=';
const PLACEHOLDER = 'Cg==';

const webhook = (clientConfig: Record<string, string>, annotations = {}) =>
  aManifest({ metadata: { annotations }, webhooks: [{ name: 'deny.policy.example.com', clientConfig }] }, webhooks);
const api = (spec: Record<string, string>, annotations = {}) =>
  aManifest({ metadata: { annotations }, spec: { group: 'metrics', ...spec } }, apiService);

const path = '/webhooks/0/clientConfig/caBundle';

testRule(caBundleInjected, {
  claims: [
    {
      when: 'Git leaves it out and the injector is its writer',
      subject: aSubject({
        ref: webhooks,
        target: webhook({ url: 'https://policy.shop.svc' }),
        live: writtenBy(webhook({ url: 'https://policy.shop.svc', caBundle: CA }), {
          manager: 'cert-manager-cainjector',
          owns: {
            'f:webhooks': {
              'k:{"name":"deny.policy.example.com"}': { 'f:clientConfig': { 'f:caBundle': {} } },
            },
          },
        }),
      }),
      paths: [path],
      fixes: ['ignore-narrow'],
      owner: 'cert-manager-cainjector',
    },
    {
      when: 'Git states it empty',
      subject: aSubject({ ref: webhooks, target: webhook({ caBundle: '' }), live: webhook({ caBundle: CA }) }),
      paths: [path],
      fixes: ['drop-from-git', 'ignore-narrow'],
    },
    {
      when: 'Git states a placeholder and an annotation asks cert-manager for the real one',
      subject: aSubject({
        ref: webhooks,
        target: webhook({ caBundle: PLACEHOLDER }, { 'cert-manager.io/inject-ca-from': 'shop/policy' }),
        live: webhook({ caBundle: CA }, { 'cert-manager.io/inject-ca-from': 'shop/policy' }),
      }),
      paths: [path],
      fixes: ['ignore-narrow', 'drop-from-git'],
      owner: 'cert-manager-cainjector',
    },
    {
      when: 'OpenShift fills in that of an APIService',
      subject: aSubject({
        ref: apiService,
        target: api({}, { 'service.beta.openshift.io/inject-cabundle': 'true' }),
        live: api({ caBundle: CA }, { 'service.beta.openshift.io/inject-cabundle': 'true' }),
      }),
      paths: ['/spec/caBundle'],
      fixes: ['ignore-narrow'],
      owner: 'service-ca-operator',
    },
  ],
  ignores: [
    {
      when: 'the chart makes a new CA at each render',
      subject: aSubject({
        ref: webhooks,
        target: webhook({ caBundle: PLACEHOLDER }),
        live: webhook({ caBundle: CA }),
        facts: { renders: ['a41c', '77e0'] },
      }),
    },
    {
      when: 'Git states it and live has none',
      subject: aSubject({ ref: webhooks, target: webhook({ caBundle: CA }), live: webhook({}) }),
    },
    {
      when: 'another field of the client config differs',
      subject: aSubject({
        ref: webhooks,
        target: webhook({ caBundle: CA, url: 'https://policy.shop.svc' }),
        live: webhook({ caBundle: CA, url: 'https://policy.old.svc' }),
      }),
    },
    {
      when: 'a field is only named alike',
      subject: aSubject({
        ref: apiService,
        target: api({ caBundleSecret: 'old' }),
        live: api({ caBundleSecret: 'new' }),
      }),
    },
  ],
});
