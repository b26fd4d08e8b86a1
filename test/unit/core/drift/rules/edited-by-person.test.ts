import { editedByPerson } from '../../../../../src/core/drift/rules/edited-by-person.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { aManifest, aRef, aSubject, byArgoCd, type WriterSpec, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const target = aManifest({ spec: { replicas: 3, paused: true } });
const scaled = aManifest({ spec: { replicas: 9, paused: false } });
const ownsReplicas = { 'f:spec': { 'f:replicas': {} } };
const byKubectl = { manager: 'kubectl-edit', owns: ownsReplicas };

const withStrategy = (strategy: Record<string, unknown>) => aManifest({ spec: { strategy } });
const rollingUpdate = { maxSurge: 1, maxUnavailable: 2 };
const affinity = (spec: JsonObject) => aManifest({ spec }, aRef({ group: '', kind: 'Service', name: 'web' }));
const edited = (...writers: readonly WriterSpec[]) => aSubject({ target, live: writtenBy(scaled, ...writers) });

testRule(editedByPerson, {
  claims: [
    {
      when: 'kubectl wrote the field after Argo CD, leaving other changes alone',
      subject: edited(byArgoCd(), byKubectl),
      paths: ['/spec/replicas'],
      fixes: ['revert-live', 'pin-in-git'],
      owner: 'kubectl-edit',
    },
    {
      when: 'a client library wrote it under its own name: not a person for certain',
      subject: edited(byArgoCd(), { manager: 'OpenAPI-Generator', owns: ownsReplicas }),
      paths: ['/spec/replicas'],
      fixes: ['revert-live', 'pin-in-git'],
      confidence: 'likely',
      says: /a script, or a controller without a name/,
    },
    {
      when: 'the value equals a default and an autoscaler is there, but a person wrote it',
      subject: aSubject({
        target,
        live: writtenBy(aManifest({ spec: { replicas: 1, paused: true } }), byArgoCd(), byKubectl),
        facts: { autoscalers: [{ kind: 'HorizontalPodAutoscaler', name: 'web', target: { kind: '', name: '' } }] },
      }),
      paths: ['/spec/replicas'],
      fixes: ['revert-live', 'pin-in-git'],
    },
    {
      when: 'Argo CD shows Synced because Git never declared the field',
      subject: aSubject({
        app: { sync: { status: 'Synced', revisions: [] } },
        resource: { status: 'Synced' },
        target: withStrategy({}),
        live: writtenBy(
          aManifest({ metadata: { annotations: { 'example.com/freeze': 'yes' } }, spec: { strategy: {} } }),
          byArgoCd({ 'f:spec': {} }),
          { manager: 'node-fetch', owns: { 'f:metadata': { 'f:annotations': { 'f:example.com/freeze': {} } } } },
        ),
      }),
      paths: ['/metadata/annotations/example.com~1freeze'],
      fixes: ['revert-live', 'pin-in-git'],
      owner: 'node-fetch',
    },
    {
      when: 'the edit made the API server take away a default along with it',
      subject: aSubject({
        target: affinity({ sessionAffinity: 'ClientIP' }),
        live: writtenBy(affinity({ sessionAffinity: 'None' }), byArgoCd(), {
          manager: 'kubectl-patch',
          owns: { 'f:spec': { 'f:sessionAffinity': {} } },
        }),
        resource: {
          verdict: {
            normalizedLive: affinity({ sessionAffinity: 'None' }),
            predicted: affinity({
              sessionAffinity: 'ClientIP',
              sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
            }),
          },
        },
      }),
      paths: ['/spec/sessionAffinity', '/spec/sessionAffinityConfig'],
      fixes: ['revert-live', 'pin-in-git'],
      owner: 'kubectl-patch',
    },
    {
      when: 'a person took a field out of what they wrote last',
      subject: aSubject({
        target: withStrategy({ rollingUpdate }),
        live: writtenBy(
          withStrategy({ rollingUpdate: { maxSurge: 1 } }),
          byArgoCd({ 'f:spec': { 'f:strategy': {} } }),
          { manager: 'k9s', owns: { 'f:spec': { 'f:strategy': { 'f:rollingUpdate': {} } } } },
        ),
      }),
      paths: ['/spec/strategy/rollingUpdate/maxUnavailable'],
      fixes: ['revert-live', 'pin-in-git'],
      owner: 'k9s',
    },
  ],
  ignores: [
    { when: 'a controller wrote the field', subject: edited(byArgoCd(), { ...byKubectl, manager: 'scaler' }) },
    {
      when: 'Argo CD has written over it since',
      subject: edited(byArgoCd(ownsReplicas), { ...byKubectl, time: '2026-01-05T11:00:00Z' }),
    },
    { when: 'a person made the whole object before Argo CD ever applied it', subject: edited(byKubectl) },
    {
      when: 'the audit log says that a service account held the client',
      subject: aSubject({
        target,
        live: writtenBy(scaled, byArgoCd(), byKubectl),
        facts: { auditedWrites: [{ by: 'system:serviceaccount:ci:deployer' }] },
      }),
    },
    {
      when: 'what is gone is a zero value that the API drops by itself',
      subject: aSubject({
        target: withStrategy({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }),
        live: writtenBy(withStrategy({ rollingUpdate: { maxSurge: 1 } }), byArgoCd(), {
          manager: 'k9s',
          owns: { 'f:spec': { 'f:strategy': {} } },
        }),
      }),
    },
  ],
});
