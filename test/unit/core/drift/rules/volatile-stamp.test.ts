import { volatileStamp } from '../../../../../src/core/drift/rules/volatile-stamp.ts';
import type { Json } from '../../../../../src/core/model/json.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const secret = aRef({ group: '', kind: 'Secret', name: 'checkout-session' });
const configMap = aRef({ group: '', kind: 'ConfigMap', name: 'checkout-build' });
const pod = (annotations: Record<string, Json>) => aManifest({ spec: { template: { metadata: { annotations } } } });
const data = (values: Record<string, Json>, ref = configMap) => aManifest({ data: values }, ref);
const foreignChart = {
  sources: [{ repoUrl: 'https://charts.example.com', chart: 'checkout', targetRevision: '4.2.1' }],
};

testRule(volatileStamp, {
  claims: [
    {
      when: 'a checksum annotation of our own template differs, leaving other changes alone',
      subject: aSubject({
        target: pod({ 'checksum/config': '5d1c6a', team: 'shop' }),
        live: writtenBy(pod({ 'checksum/config': 'b07e91', team: 'web' }), byArgoCd()),
      }),
      paths: ['/spec/template/metadata/annotations/checksum~1config'],
      fixes: ['fix-template', 'ignore-narrow'],
    },
    {
      when: 'a random value happens to hold letters only',
      subject: aSubject({
        target: pod({ rollme: 'kPqvXqWa' }),
        live: writtenBy(pod({ rollme: 'ZRuyLmTe' }), byArgoCd()),
      }),
      paths: ['/spec/template/metadata/annotations/rollme'],
      fixes: ['fix-template', 'ignore-narrow'],
    },
    {
      when: 'a foreign chart stamps the time of the render',
      subject: aSubject({
        app: foreignChart,
        ref: configMap,
        target: data({ rendered: '2026-04-11T16:02:07Z' }),
        live: data({ rendered: '2026-03-02T09:14:22Z' }),
      }),
      paths: ['/data/rendered'],
      fixes: ['ignore-narrow', 'fix-template'],
    },
    {
      when: 'Git’s own template calls a random function',
      subject: aSubject({
        ref: configMap,
        target: data({ salt: 'kP2vXq9a' }),
        live: data({ salt: 'Zr81LmTe' }),
        facts: { gitManifest: data({ salt: '{{ randAlphaNum 8 }}' }) },
      }),
      paths: ['/data/salt'],
      fixes: ['fix-template', 'ignore-narrow'],
    },
    {
      when: 'a Secret of a foreign chart was generated anew at a synced revision',
      subject: aSubject({
        app: foreignChart,
        ref: secret,
        target: data({ password: 'a1AydlhxOWE=' }, secret),
        live: writtenBy(data({ password: 'WnI4MUxtVGU=' }, secret), byArgoCd()),
      }),
      paths: ['/data/password'],
      fixes: ['fix-template', 'ignore-narrow'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'somebody restarted the workload by hand',
      subject: aSubject({
        target: pod({ 'kubectl.kubernetes.io/restartedAt': '2026-03-02T09:14:22Z' }),
        live: writtenBy(pod({ 'kubectl.kubernetes.io/restartedAt': '2026-04-11T16:02:07Z' }), byArgoCd(), {
          manager: 'kubectl-rollout',
          owns: { 'f:spec': { 'f:template': { 'f:metadata': { 'f:annotations': {} } } } },
        }),
      }),
    },
    {
      when: 'the stamp is only in Git',
      subject: aSubject({ target: pod({ 'checksum/config': '5d1c6a' }), live: pod({}) }),
    },
    {
      when: 'an ordinary annotation differs',
      subject: aSubject({ target: pod({ team: 'shop' }), live: pod({ team: 'web' }) }),
    },
    {
      when: 'the Secret renders the same each time',
      subject: aSubject({
        ref: secret,
        target: data({ password: 'a1AydlhxOWE=' }, secret),
        live: writtenBy(data({ password: 'WnI4MUxtVGU=' }, secret), byArgoCd()),
        facts: { renders: ['sha256:5d1c', 'sha256:5d1c'] },
      }),
    },
    {
      when: 'one side holds a time and the other does not',
      subject: aSubject({
        ref: configMap,
        target: data({ rendered: 'never' }),
        live: data({ rendered: '2026-03-02T09:14:22Z' }),
      }),
    },
  ],
});
