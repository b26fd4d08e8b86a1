import { sameMeaning } from '../../../../../src/core/drift/rules/same-meaning.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'shop.example.com', kind: 'Broker', name: 'orders' });
const custom = (git: Record<string, unknown>, live: Record<string, unknown>) =>
  aSubject({ ref, target: aManifest({ spec: git }, ref), live: aManifest({ spec: live }, ref) });
const workload = (cpu: string) =>
  aManifest({ spec: { template: { spec: { containers: [{ name: 'app', resources: { limits: { cpu } } }] } } } });

testRule(sameMeaning, {
  claims: [
    {
      when: 'a built-in kind is flagged for nothing but a quantity',
      subject: aSubject({ target: workload('1000m'), live: workload('1') }),
      paths: ['/spec/template/spec/containers/0/resources/limits/cpu'],
      fixes: ['fix-manifest', 'upgrade-argocd'],
      confidence: 'certain',
    },
    {
      when: 'a custom resource stores durations and numbers in canonical form, leaving other changes alone',
      subject: custom(
        { retention: '168h', port: '5672', replicas: 3 },
        { retention: '168h0m0s', port: 5672, replicas: 5 },
      ),
      paths: ['/spec/retention', '/spec/port'],
      fixes: ['fix-manifest'],
    },
    {
      when: 'a list holds the same elements in another order',
      subject: custom({ topics: ['paid', 'shipped'] }, { topics: ['shipped', 'paid'] }),
      paths: ['/spec/topics'],
      fixes: ['fix-manifest'],
    },
    {
      when: 'live is served in another API version',
      subject: aSubject({
        ref,
        target: { ...aManifest({}, ref), apiVersion: 'shop.example.com/v1beta1' },
        live: aManifest({}, ref),
      }),
      paths: ['/apiVersion'],
      fixes: ['fix-manifest'],
    },
  ],
  ignores: [
    { when: 'the quantities differ', subject: aSubject({ target: workload('1000m'), live: workload('2') }) },
    { when: 'the durations differ', subject: custom({ retention: '168h' }, { retention: '24h0m0s' }) },
    { when: 'one element of the list is another', subject: custom({ topics: ['paid'] }, { topics: ['refunded'] }) },
    { when: 'the number is only in Git', subject: custom({ port: '5672' }, {}) },
    { when: 'zero stands against nothing', subject: custom({ replicas: 0 }, { replicas: '' }) },
  ],
});
