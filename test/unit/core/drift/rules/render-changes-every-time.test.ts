import { renderChangesEveryTime } from '../../../../../src/core/drift/rules/render-changes-every-time.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: '', kind: 'ConfigMap', name: 'checkout-session' });
const secret = aRef({ group: '', kind: 'Secret', name: 'checkout-session' });
const target = aManifest({ data: { key: 'kP2vXq9a' } }, ref);
const live = writtenBy(aManifest({ data: { key: 'Zr81LmTe' } }, ref), byArgoCd());
const renders = ['sha256:5d1c', 'sha256:b07e'];
const foreignChart = {
  sources: [{ repoUrl: 'https://charts.example.com', chart: 'session-store', targetRevision: '4.2.1' }],
};

testRule(renderChangesEveryTime, {
  claims: [
    {
      when: 'the template is ours',
      subject: aSubject({ ref, target, live, facts: { renders } }),
      paths: ['/data/key'],
      fixes: ['fix-template', 'ignore-narrow'],
      confidence: 'certain',
    },
    {
      when: 'somebody else publishes the chart',
      subject: aSubject({ app: foreignChart, ref, target, live, facts: { renders } }),
      paths: ['/data/key'],
      fixes: ['ignore-narrow', 'fix-template'],
    },
    {
      when: 'a foreign chart generates a Secret, which its values can fix',
      subject: aSubject({
        app: foreignChart,
        ref: secret,
        target: aManifest({ data: { password: 'a1AydlhxOWE=' } }, secret),
        live: aManifest({ data: { password: 'WnI4MUxtVGU=' } }, secret),
        facts: { renders },
      }),
      paths: ['/data/password'],
      fixes: ['fix-template', 'ignore-narrow'],
    },
  ],
  ignores: [
    {
      when: 'every render is the same',
      subject: aSubject({ ref, target, live, facts: { renders: ['sha256:5d1c', 'sha256:5d1c'] } }),
    },
    { when: 'it was rendered once', subject: aSubject({ ref, target, live, facts: { renders: ['sha256:5d1c'] } }) },
    { when: 'nobody rendered it again', subject: aSubject({ ref, target, live }) },
    {
      when: 'another writer set the live value',
      subject: aSubject({
        ref,
        target,
        live: writtenBy(live, { manager: 'session-operator', owns: { 'f:data': { 'f:key': {} } } }),
        facts: { renders },
      }),
    },
    {
      when: 'the key is only in Git',
      subject: aSubject({ ref, target, live: aManifest({ data: {} }, ref), facts: { renders } }),
    },
  ],
});
