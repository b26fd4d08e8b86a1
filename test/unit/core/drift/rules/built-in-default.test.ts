import { builtInDefault } from '../../../../../src/core/drift/rules/built-in-default.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const service = aRef({ group: '', kind: 'Service' });
const ports = [{ port: 80 }];
const byArgoCdPorts = byArgoCd({ 'f:spec': { 'f:ports': {} } }, 'Apply');

const target = aManifest({ spec: { paused: true } });
const defaulted = aManifest({ spec: { paused: true, revisionHistoryLimit: 10 } });

testRule(builtInDefault, {
  claims: [
    {
      when: 'the values are defaults of the type, one by one or as a whole object',
      subject: aSubject({
        target,
        live: aManifest({
          spec: {
            paused: true,
            revisionHistoryLimit: 10,
            strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
          },
        }),
      }),
      paths: ['/spec/revisionHistoryLimit', '/spec/strategy'],
      fixes: ['pin-in-git', 'server-side-diff', 'ignore-narrow'],
      owner: 'kube-apiserver',
      confidence: 'certain',
    },
    {
      when: 'the default is a copy of another field',
      subject: aSubject({
        ref: service,
        target: aManifest({ spec: { ports } }, service),
        live: aManifest({ spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }] } }, service),
      }),
      paths: ['/spec/ports/0/protocol', '/spec/ports/0/targetPort'],
      fixes: ['pin-in-git', 'server-side-diff', 'ignore-narrow'],
      confidence: 'certain',
    },
    {
      when: 'the table does not know the field but nobody owns it',
      subject: aSubject({
        ref: service,
        target: aManifest({ spec: { ports } }, service),
        live: writtenBy(aManifest({ spec: { ports, trafficDistribution: 'PreferSameZone' } }, service), byArgoCdPorts),
      }),
      paths: ['/spec/trafficDistribution'],
      fixes: ['pin-in-git', 'server-side-diff', 'ignore-narrow'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'the value is not the default and nobody looked who wrote it',
      subject: aSubject({ target, live: aManifest({ spec: { paused: true, revisionHistoryLimit: 3 } }) }),
    },
    {
      when: 'a controller wrote a value that happens to be the default',
      subject: aSubject({
        target,
        live: writtenBy(defaulted, {
          manager: 'rollout-operator',
          owns: { 'f:spec': { 'f:revisionHistoryLimit': {} } },
        }),
      }),
    },
    {
      when: 'Git states another value than the default',
      subject: aSubject({ target: aManifest({ spec: { paused: true, revisionHistoryLimit: 3 } }), live: defaulted }),
    },
    {
      when: 'nobody owns it but it is a whole element of a list',
      subject: aSubject({
        ref: service,
        target: aManifest({ spec: { ports } }, service),
        live: writtenBy(
          aManifest({ spec: { ports: [...ports, { port: 9090 }] } }, service),
          byArgoCd({ 'f:type': {} }),
        ),
      }),
    },
    {
      when: 'nobody owns it but the kind is a custom one',
      subject: aSubject({
        ref: { group: 'example.com', kind: 'Widget' },
        target: aManifest({ spec: { size: 2 } }),
        live: writtenBy(aManifest({ spec: { size: 2, tier: 'standard' } }), byArgoCd({ 'f:spec': { 'f:size': {} } })),
      }),
    },
  ],
});
