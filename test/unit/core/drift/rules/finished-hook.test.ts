import { finishedHook } from '../../../../../src/core/drift/rules/finished-hook.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'batch', kind: 'Job', name: 'migrate' });
const status = { conditions: [{ type: 'Complete', status: 'True' }] };
const done = (annotations: Record<string, string>) => aManifest({ metadata: { annotations }, status }, ref);

const argoHook = done({ 'argocd.argoproj.io/hook': 'PostSync' });
const helmHook = done({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
const plain = done({});

testRule(finishedHook, {
  claims: [
    {
      when: 'a hook of Argo CD ran and its policy leaves it there',
      subject: aSubject({ ref, target: null, live: argoHook }),
      paths: [''],
      fixes: ['hook-delete-policy', 'delete'],
      owner: 'argocd-controller (argocd hook PostSync)',
    },
    {
      when: 'Git still renders the Helm hook that ran',
      subject: aSubject({ ref, resource: { hook: true }, target: helmHook, live: helmHook }),
      paths: [],
      fixes: ['hook-delete-policy', 'delete'],
      owner: 'argocd-controller (helm hook pre-install,pre-upgrade)',
    },
    {
      when: 'an earlier version applied plainly what the chart renders as a hook now',
      subject: aSubject({ ref, target: null, live: writtenBy(plain, byArgoCd()), facts: { gitManifest: helmHook } }),
      paths: [''],
      fixes: ['delete', 'hook-delete-policy'],
    },
    {
      when: 'somebody else made an object with the name of the hook',
      subject: aSubject({
        ref,
        target: null,
        live: writtenBy(plain, { manager: 'batch-operator', owns: { 'f:spec': {} } }),
        facts: { gitManifest: helmHook },
      }),
      paths: [''],
      fixes: ['fix-manifest', 'ignore-narrow'],
      owner: 'batch-operator',
    },
  ],
  ignores: [
    { when: 'a finished Job was never a hook', subject: aSubject({ ref, target: null, live: plain }) },
    {
      when: 'Git tells Argo CD to skip it',
      subject: aSubject({
        ref,
        resource: { hook: true },
        target: done({ 'argocd.argoproj.io/hook': 'Skip' }),
        live: argoHook,
      }),
    },
    {
      when: 'Git renders it as a plain resource now',
      subject: aSubject({ ref, target: plain, live: argoHook }),
    },
    {
      when: 'Helm’s crd-install, no hook to Argo CD, is all it carries',
      subject: aSubject({ ref, target: null, live: done({ 'helm.sh/hook': 'crd-install' }) }),
    },
    { when: 'the hook is gone', subject: aSubject({ ref, resource: { hook: true }, target: argoHook, live: null }) },
  ],
});
