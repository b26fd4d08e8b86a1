import { crdDefault } from '../../../../../src/core/drift/rules/crd-default.ts';
import { compileSchema } from '../../../../../src/core/kubernetes/schema.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'external-secrets.io', kind: 'ExternalSecret', name: 'database' });
const schema = compileSchema({
  properties: {
    spec: {
      properties: {
        refreshInterval: { type: 'string', default: '1h0m0s' },
        target: {
          properties: {
            name: { type: 'string' },
            creationPolicy: { type: 'string', default: 'Owner' },
            deletionPolicy: { type: 'string', default: 'Retain' },
          },
        },
        data: {
          items: { properties: { key: { type: 'string' }, decodingStrategy: { type: 'string', default: 'None' } } },
        },
      },
    },
  },
});
const facts = { schema };
const secret = (spec: Record<string, unknown>) => aManifest({ spec: { store: 'vault', ...spec } }, ref);
const FIXES = ['pin-in-git', 'server-side-diff', 'ignore-narrow'] as const;

testRule(crdDefault, {
  claims: [
    {
      when: 'Git leaves a field and one of a list element out',
      subject: aSubject({
        ref,
        facts,
        target: secret({ data: [{ key: 'password' }] }),
        live: secret({ refreshInterval: '1h0m0s', data: [{ key: 'password', decodingStrategy: 'None' }] }),
        app: { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } },
      }),
      paths: ['/spec/refreshInterval', '/spec/data/0/decodingStrategy'],
      fixes: FIXES,
      owner: 'kube-apiserver (CRD defaulting)',
    },
    {
      when: 'Git states an empty object and all of its values are defaults',
      subject: aSubject({
        ref,
        facts,
        target: secret({ target: {} }),
        live: secret({ target: { creationPolicy: 'Owner', deletionPolicy: 'Retain' } }),
      }),
      paths: ['/spec/target'],
      fixes: FIXES,
    },
    {
      when: 'nobody but Argo CD owns the value',
      subject: aSubject({
        ref,
        facts,
        target: secret({}),
        live: writtenBy(secret({ refreshInterval: '1h0m0s' }), byArgoCd()),
      }),
      paths: ['/spec/refreshInterval'],
      fixes: FIXES,
    },
  ],
  ignores: [
    {
      when: 'the value is not the schema’s default',
      subject: aSubject({ ref, facts, target: secret({}), live: secret({ refreshInterval: '5m0s' }) }),
    },
    {
      when: 'a controller owns the value',
      subject: aSubject({
        ref,
        facts,
        target: secret({}),
        live: writtenBy(secret({ refreshInterval: '1h0m0s' }), {
          manager: 'external-secrets',
          owns: { 'f:spec': { 'f:refreshInterval': {} } },
        }),
      }),
    },
    {
      when: 'one value of the object has no default',
      subject: aSubject({
        ref,
        facts,
        target: secret({ target: {} }),
        live: secret({ target: { name: 'db', creationPolicy: 'Owner' } }),
      }),
    },
    {
      when: 'Git states another value',
      subject: aSubject({
        ref,
        facts,
        target: secret({ refreshInterval: '5m0s' }),
        live: secret({ refreshInterval: '1h0m0s' }),
      }),
    },
    {
      when: 'nobody read the CRD’s schema',
      subject: aSubject({ ref, target: secret({}), live: secret({ refreshInterval: '1h0m0s' }) }),
    },
  ],
});
