import { argocdZeroValue } from '../../../../../src/core/drift/rules/argocd-zero-value.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const application = aRef({ group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: 'cart' });
const project = { ...application, kind: 'AppProject', name: 'shop' };
const applicationSet = { ...application, kind: 'ApplicationSet', name: 'tenants' };

const automated = (fields: Record<string, boolean>) =>
  aManifest({ spec: { syncPolicy: { automated: fields } } }, application);
const notPruning = {
  ref: application,
  target: automated({ prune: false, selfHeal: true }),
  live: automated({ selfHeal: true }),
};
const elements = [{ tenant: 'north' }, { tenant: 'south' }];

testRule(argocdZeroValue, {
  claims: [
    {
      when: 'an Argo CD before 3.4 dropped prune: false',
      subject: aSubject({ ...notPruning, instance: { version: 'v3.2.12+5f6f1a3' } }),
      paths: ['/spec/syncPolicy/automated/prune'],
      fixes: ['drop-from-git'],
      owner: 'argocd-application-controller',
    },
    {
      when: 'it dropped prune: false and its version is unknown',
      subject: aSubject(notPruning),
      paths: ['/spec/syncPolicy/automated/prune'],
      fixes: ['drop-from-git'],
    },
    {
      when: 'an AppProject lost its empty lists, in any version',
      subject: aSubject({
        ref: project,
        instance: { version: 'v3.5.1' },
        target: aManifest({ spec: { sourceRepos: ['*'], roles: [], syncWindows: [] } }, project),
        live: aManifest({ spec: { sourceRepos: ['*'] } }, project),
      }),
      paths: ['/spec/roles', '/spec/syncWindows'],
      fixes: ['drop-from-git'],
    },
    {
      when: 'the same rewrite added an empty template to a generator',
      subject: aSubject({
        ref: applicationSet,
        target: aManifest({ spec: { goTemplate: false, generators: [{ list: { elements } }] } }, applicationSet),
        live: aManifest(
          {
            spec: {
              generators: [{ list: { elements, template: { metadata: {}, spec: { destination: {}, project: '' } } } }],
            },
          },
          applicationSet,
        ),
      }),
      paths: ['/spec/goTemplate', '/spec/generators/0/list/template'],
      fixes: ['drop-from-git'],
    },
  ],
  ignores: [
    {
      when: 'this Argo CD keeps an explicit prune: false',
      subject: aSubject({ ...notPruning, instance: { version: 'v3.4.0' } }),
    },
    {
      when: 'what is absent live is not a zero value',
      subject: aSubject({ ...notPruning, target: automated({ prune: true, selfHeal: true }) }),
    },
    {
      when: 'the field is one that Argo CD writes even when it is empty',
      subject: aSubject({
        ref: application,
        target: aManifest({ spec: { project: '', destination: { namespace: 'shop' } } }, application),
        live: aManifest({ spec: { destination: { namespace: 'shop' } } }, application),
      }),
    },
    {
      when: 'a kind of the same group is not Argo CD’s own',
      subject: aSubject({
        ref: { ...application, kind: 'Workflow' },
        target: aManifest({ spec: { templates: [{ name: 'main' }], syncPolicy: {} } }),
        live: aManifest({ spec: { templates: [{ name: 'main' }] } }),
      }),
    },
    { when: 'the whole object is gone', subject: aSubject({ ...notPruning, live: null }) },
  ],
});
