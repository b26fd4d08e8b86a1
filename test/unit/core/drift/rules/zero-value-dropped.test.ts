import { zeroValueDropped } from '../../../../../src/core/drift/rules/zero-value-dropped.ts';
import { compileSchema } from '../../../../../src/core/kubernetes/schema.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'shop.example.com', kind: 'Broker', name: 'orders' });
const custom = (spec: Record<string, unknown>) => aManifest({ spec }, ref);
const schema = compileSchema({
  properties: { spec: { properties: { mode: { type: 'string', default: 'durable' }, replicas: { type: 'integer' } } } },
});

testRule(zeroValueDropped, {
  claims: [
    {
      when: 'a custom resource loses false, zero and empty values, leaving other changes alone',
      subject: aSubject({
        ref,
        target: custom({ paused: false, limit: 0, topics: [], owner: null, replicas: 3 }),
        live: custom({ replicas: 5 }),
      }),
      paths: ['/spec/paused', '/spec/limit', '/spec/topics', '/spec/owner'],
      fixes: ['drop-from-git'],
      confidence: 'certain',
    },
    {
      when: 'a built-in kind is flagged for nothing but a zero value',
      subject: aSubject({
        target: aManifest({ spec: { replicas: 2, paused: false } }),
        live: aManifest({ spec: { replicas: 2 } }),
      }),
      paths: ['/spec/paused'],
      fixes: ['drop-from-git'],
    },
    {
      when: 'Git states the schema’s default and live leaves it out',
      subject: aSubject({
        ref,
        target: custom({ replicas: 3, mode: 'durable' }),
        live: custom({ replicas: 3 }),
        facts: { schema },
      }),
      paths: ['/spec/mode'],
      fixes: ['drop-from-git'],
    },
    {
      when: 'the API puts its own value in the place of an empty one',
      subject: aSubject({
        ref,
        target: custom({ strategy: '' }),
        live: writtenBy(custom({ strategy: 'rolling' }), byArgoCd()),
      }),
      paths: ['/spec/strategy'],
      fixes: ['drop-from-git'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'what live lacks says something',
      subject: aSubject({
        ref,
        target: custom({ replicas: 3, mode: 'fast' }),
        live: custom({ replicas: 3 }),
        facts: { schema },
      }),
    },
    {
      when: 'zero stands against a value',
      subject: aSubject({ ref, target: custom({ replicas: 0 }), live: custom({ replicas: 5 }) }),
    },
    {
      when: 'a controller fills the empty value',
      subject: aSubject({
        ref,
        target: custom({ strategy: '' }),
        live: writtenBy(custom({ strategy: 'rolling' }), {
          manager: 'broker-operator',
          owns: { 'f:spec': { 'f:strategy': {} } },
        }),
      }),
    },
    {
      when: 'the zero value is only live',
      subject: aSubject({ ref, target: custom({ replicas: 3 }), live: custom({ replicas: 3, paused: false }) }),
    },
    { when: 'the whole object is missing', subject: aSubject({ ref, target: custom({ paused: false }), live: null }) },
  ],
});
