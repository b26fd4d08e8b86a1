import { heldByAnotherArgocd } from '../../../../../src/core/drift/rules/held-by-another-argocd.ts';
import { defined } from '../../../../../src/core/model/defined.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: '', kind: 'ConfigMap', name: 'settings' });
const annotated = (annotations: Record<string, string>) => aManifest({ metadata: { annotations } }, ref);
const trackedBy = (app: string, installation?: string) =>
  annotated({
    'argocd.argoproj.io/tracking-id': `${app}:/ConfigMap:shop/settings`,
    ...defined({ 'argocd.argoproj.io/installation-id': installation }),
  });
const extra = { ref, target: null };
const cart = { name: 'cart', rendersIt: true, everythingWantsPruning: false };
const FIXES = ['dedupe-owner', 'ignore-narrow'] as const;

testRule(heldByAnotherArgocd, {
  claims: [
    {
      when: 'it carries the installation id of another Argo CD with an app of the same name',
      subject: aSubject({ ...extra, live: trackedBy('checkout', 'blue'), instance: { installationId: 'green' } }),
      paths: [''],
      fixes: FIXES,
      owner: 'Argo CD installation blue',
      confidence: 'likely',
    },
    {
      when: 'an app of another Argo CD renders it',
      subject: aSubject({
        ...extra,
        live: trackedBy('checkout'),
        facts: { otherApps: [{ ...cart, name: 'checkout', instance: 'staging' }] },
      }),
      paths: [''],
      fixes: FIXES,
      owner: 'Application checkout of Argo CD staging',
      confidence: 'certain',
    },
    {
      when: 'the tracking id is another app’s',
      subject: aSubject({ ...extra, live: trackedBy('cart') }),
      paths: [''],
      fixes: FIXES,
      owner: 'Application cart',
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'this app holds it and nobody else renders it',
      subject: aSubject({
        ...extra,
        live: trackedBy('checkout', 'green'),
        instance: { installationId: 'green' },
        facts: { otherApps: [{ ...cart, rendersIt: false }] },
      }),
    },
    {
      when: 'this app lives outside Argo CD’s namespace and is tracked with it',
      subject: aSubject({
        ...extra,
        live: trackedBy('team-a_checkout'),
        app: { ref: { server: 'prod', namespace: 'team-a', name: 'checkout' } },
        instance: { controllerNamespace: 'argocd' },
      }),
    },
    {
      when: 'tracking is by annotation and a Helm label names a release',
      subject: aSubject({
        ...extra,
        live: aManifest({ metadata: { labels: { 'app.kubernetes.io/instance': 'redis' } } }, ref),
        instance: { trackingMethod: 'annotation' },
      }),
    },
    { when: 'Git renders it', subject: aSubject({ ref, target: trackedBy('checkout'), live: trackedBy('cart') }) },
  ],
});
