import { crdOlderThanApp } from '../../../../../src/core/drift/rules/crd-older-than-app.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  namespace: '',
  name: 'widgets.example.com',
});
const path = '/metadata/labels/app.kubernetes.io~1version';
const labelled = (version: string) =>
  aManifest(
    {
      metadata: { creationTimestamp: '2025-11-20T08:00:00Z', labels: { 'app.kubernetes.io/version': version } },
      spec: { group: 'example.com' },
    },
    ref,
  );
const target = labelled('2.4.0');
const installedBy = (manager: string) =>
  writtenBy(labelled('2.1.0'), { manager, owns: { 'f:metadata': {}, 'f:spec': {} }, time: '2025-11-20T08:00:00Z' });

testRule(crdOlderThanApp, {
  claims: [
    {
      when: 'a bootstrap installed it before the app existed',
      subject: aSubject({ ref, target, live: installedBy('helm'), app: { createdAt: '2026-02-01T10:00:00Z' } }),
      paths: [path],
      fixes: ['ignore-narrow', 'sync'],
      owner: 'helm (bootstrap)',
      confidence: 'certain',
    },
    {
      when: 'Argo CD never wrote it and the age of the app is unknown',
      subject: aSubject({ ref, target, live: installedBy('kubectl-create') }),
      paths: [path],
      fixes: ['ignore-narrow', 'sync'],
      owner: 'kubectl-create (bootstrap)',
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'Argo CD is among its writers',
      subject: aSubject({
        ref,
        target,
        live: writtenBy(labelled('2.1.0'), byArgoCd(), { manager: 'helm', owns: { 'f:spec': {} } }),
        app: { createdAt: '2026-02-01T10:00:00Z' },
      }),
    },
    {
      when: 'nobody looked who wrote it',
      subject: aSubject({ ref, target, live: labelled('2.1.0'), app: { createdAt: '2026-02-01T10:00:00Z' } }),
    },
    {
      when: 'it is as Git wants it',
      subject: aSubject({ ref, target: labelled('2.1.0'), live: installedBy('helm'), resource: { status: 'Synced' } }),
    },
    { when: 'it is not in Git', subject: aSubject({ ref, target: null, live: installedBy('helm') }) },
    {
      when: 'the object is no CRD',
      subject: aSubject({ ref: { ...ref, group: 'example.com', kind: 'Widget' }, target, live: installedBy('helm') }),
    },
  ],
});
