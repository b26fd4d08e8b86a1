import { claimedByTwoApps } from '../../../../../src/core/drift/rules/claimed-by-two-apps.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: '', kind: 'ConfigMap', name: 'shared-settings' });
const path = '/metadata/annotations/argocd.argoproj.io~1tracking-id';

const trackedBy = (app: string) =>
  aManifest(
    { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': `${app}:/ConfigMap:shop/shared-settings` } } },
    ref,
  );
const target = trackedBy('checkout');
const live = trackedBy('cart');
const cart = { name: 'cart', rendersIt: true, prune: true, everythingWantsPruning: false };
const warned = (message: string) => ({ conditions: [{ type: 'SharedResourceWarning', message }] });

testRule(claimedByTwoApps, {
  claims: [
    {
      when: 'Argo CD warns and the other app holds the tracking id',
      subject: aSubject({
        ref,
        target,
        live,
        app: warned('ConfigMap/shared-settings is part of applications argocd/checkout and cart'),
      }),
      paths: [path],
      fixes: ['dedupe-owner'],
      owner: 'Application cart',
    },
    {
      when: 'Argo CD warns in its old words while this app holds the tracking id',
      subject: aSubject({
        ref,
        target,
        live: target,
        app: warned('ConfigMap/shared-settings is part of a different application: cart'),
      }),
      paths: [],
      fixes: ['dedupe-owner'],
      owner: 'Application cart',
    },
    {
      when: 'another app renders it and holds the tracking id, without a warning',
      subject: aSubject({ ref, target, live, facts: { otherApps: [cart] } }),
      paths: [path],
      fixes: ['dedupe-owner'],
      owner: 'Application cart',
    },
  ],
  ignores: [
    {
      when: 'the warning is about an object whose name begins alike',
      subject: aSubject({
        ref,
        target,
        live,
        app: warned('ConfigMap/shared-settings-eu is part of applications argocd/checkout and cart'),
      }),
    },
    {
      when: 'the app that holds the tracking id does not render it',
      subject: aSubject({ ref, target, live, facts: { otherApps: [{ ...cart, rendersIt: false }] } }),
    },
    {
      when: 'the warning outlived the app that holds the tracking id',
      subject: aSubject({
        ref,
        target,
        live,
        app: warned('ConfigMap/shared-settings is part of applications argocd/checkout and cart'),
        facts: { otherApps: [] },
      }),
    },
    {
      when: 'only this app renders it',
      subject: aSubject({ ref, target, live: target, facts: { otherApps: [] } }),
    },
    {
      when: 'it is not in this app’s Git',
      subject: aSubject({ ref, target: null, live, facts: { otherApps: [cart] } }),
    },
  ],
});
