import { removedFromGit } from '../../../../../src/core/drift/rules/removed-from-git.ts';
import { aManifest, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const target = aManifest({ spec: { replicas: 2 } });
const before = { spec: { replicas: 2, template: { spec: { nodeSelector: { pool: 'spot' } } } } };
const nodeSelector = { 'f:spec': { 'f:template': { 'f:spec': { 'f:nodeSelector': {} } } } };
const lastApplied = {
  metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(before) } },
};
const serverSide = { syncOptions: ['ServerSideApply=true'] };

testRule(removedFromGit, {
  claims: [
    {
      when: 'last-applied still holds what Git dropped',
      subject: aSubject({ target, live: writtenBy(aManifest({ ...lastApplied, ...before }), byArgoCd()) }),
      paths: ['/spec/template'],
      fixes: ['sync'],
      confidence: 'likely',
    },
    {
      when: 'Argo CD owns it by server-side apply, leaving other changes alone',
      subject: aSubject({
        app: serverSide,
        target: aManifest({ spec: { replicas: 3 } }),
        live: writtenBy(aManifest(before), byArgoCd({ 'f:spec': {} }, 'Apply')),
      }),
      paths: ['/spec/template'],
      fixes: ['sync'],
    },
  ],
  ignores: [
    {
      when: 'a controller writes the field too',
      subject: aSubject({
        target,
        live: writtenBy(aManifest({ ...lastApplied, ...before }), byArgoCd(), {
          manager: 'node-placer',
          owns: nodeSelector,
        }),
      }),
    },
    {
      when: 'nobody owns the field',
      subject: aSubject({
        app: serverSide,
        target,
        live: writtenBy(aManifest(before), byArgoCd({ 'f:spec': { 'f:replicas': {} } }, 'Apply')),
      }),
    },
    { when: 'managedFields were not observed', subject: aSubject({ target, live: aManifest(before) }) },
    {
      when: 'Git states another value',
      subject: aSubject({ target, live: writtenBy(aManifest({ spec: { replicas: 5 } }), byArgoCd()) }),
    },
    { when: 'Git dropped the whole object', subject: aSubject({ target: null, live: writtenBy(target, byArgoCd()) }) },
  ],
});
