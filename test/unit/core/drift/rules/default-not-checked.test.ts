import { defaultNotChecked } from '../../../../../src/core/drift/rules/default-not-checked.ts';
import { compileSchema } from '../../../../../src/core/kubernetes/schema.ts';
import { aManifest, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = { group: 'external-secrets.io', kind: 'ExternalSecret' };
const target = aManifest({ spec: { data: [{ secretKey: 'a' }] } });
const live = aManifest({ spec: { data: [{ secretKey: 'a', conversionStrategy: 'Default' }] } });
const path = '/spec/data/0/conversionStrategy';
const schema = compileSchema({ type: 'object', properties: { spec: { type: 'object' } } });
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

testRule(defaultNotChecked, {
  claims: [
    {
      when: 'nobody owns a live-only field and the schema was not read',
      subject: aSubject({ ref, target, live }),
      paths: [path],
      fixes: ['pin-in-git'],
      confidence: 'guess',
      says: /schema was not read, so this is probably a default/,
    },
    {
      when: 'Argo CD alone owns it',
      subject: aSubject({ ref, target, live: writtenBy(live, byArgoCd()) }),
      paths: [path],
      fixes: ['pin-in-git'],
    },
  ],
  ignores: [
    { when: 'the schema was read', subject: aSubject({ ref, target, live, facts: { schema } }) },
    {
      when: 'a controller wrote it',
      subject: aSubject({ ref, target, live: writtenBy(live, { manager: 'operator', owns: { 'f:spec': {} } }) }),
    },
    { when: 'the kind is built in', subject: aSubject({ target, live }) },
    {
      when: 'the last apply stated it: it was removed from Git',
      subject: aSubject({
        ref,
        target,
        live: {
          ...live,
          metadata: { name: 'checkout', annotations: { [lastApplied]: JSON.stringify(live) } },
        },
      }),
    },
  ],
});
