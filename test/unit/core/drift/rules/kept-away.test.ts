import { keptAway } from '../../../../../src/core/drift/rules/kept-away.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const job = aRef({ group: 'batch', kind: 'Job', name: 'migrate' });
const endpoints = aRef({ group: '', kind: 'Endpoints', name: 'legacy-db' });
const plain = { ref: job, target: aManifest({ spec: { backoffLimit: 2 } }, job), live: null };

testRule(keptAway, {
  claims: [
    {
      when: 'Git marks it hook: Skip',
      subject: aSubject({
        ref: job,
        target: aManifest({ metadata: { annotations: { 'argocd.argoproj.io/hook': 'Skip' } } }, job),
        live: null,
      }),
      paths: [''],
      fixes: ['drop-from-git', 'fix-manifest'],
    },
    {
      when: 'Kubernetes deletes the finished Job by its TTL',
      subject: aSubject({ ref: job, target: aManifest({ spec: { ttlSecondsAfterFinished: 300 } }, job), live: null }),
      paths: [''],
      fixes: ['fix-manifest', 'drop-from-git'],
      owner: 'ttl-after-finished controller',
    },
    {
      when: 'it has generateName and no name',
      subject: aSubject({
        ref: { ...job, name: '' },
        target: { apiVersion: 'batch/v1', kind: 'Job', metadata: { generateName: 'migrate-', namespace: 'shop' } },
        live: null,
      }),
      paths: [''],
      fixes: ['fix-manifest', 'drop-from-git'],
    },
    {
      when: 'argocd-cm excludes the kind',
      subject: aSubject({
        ref: endpoints,
        instance: { exclusions: [{ groups: ['', 'discovery.k8s.io'], kinds: ['Endpoints', 'EndpointSlice'] }] },
        live: null,
      }),
      paths: [''],
      fixes: ['fix-manifest', 'drop-from-git'],
      owner: 'argocd-cm resource.exclusions',
    },
    {
      when: 'a service account deletes it again',
      subject: aSubject({
        ...plain,
        facts: { deletions: [{ by: 'system:serviceaccount:ops:job-cleaner', at: '2026-04-11T16:02:07Z' }] },
      }),
      paths: [''],
      fixes: ['drop-from-git', 'fix-manifest'],
      owner: 'ops/job-cleaner',
    },
  ],
  ignores: [
    { when: 'nothing known keeps it away', subject: aSubject(plain) },
    {
      when: 'a person deleted it',
      subject: aSubject({ ...plain, facts: { deletions: [{ by: 'ada@example.com' }] } }),
    },
    {
      when: 'the exclusion is of another kind',
      subject: aSubject({ ...plain, instance: { exclusions: [{ groups: ['*'], kinds: ['Event'] }] } }),
    },
    {
      when: 'the finished Job with a TTL is still there',
      subject: aSubject({ ref: job, target: aManifest({ spec: { ttlSecondsAfterFinished: 300 } }, job) }),
    },
    {
      when: 'the hook is a real one',
      subject: aSubject({
        ref: job,
        target: aManifest({ metadata: { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } } }, job),
        live: null,
      }),
    },
  ],
});
