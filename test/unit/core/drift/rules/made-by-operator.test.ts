import { madeByOperator } from '../../../../../src/core/drift/rules/made-by-operator.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const labels = { 'app.kubernetes.io/instance': 'checkout' };
const slice = aRef({ group: 'discovery.k8s.io', kind: 'EndpointSlice', name: 'checkout-x7k2p' });
const claim = aRef({ group: '', kind: 'PersistentVolumeClaim', name: 'data-checkout-db-0' });
const secret = aRef({ group: '', kind: 'Secret', name: 'checkout-db-credentials' });
const whole = { 'f:metadata': {}, 'f:data': {} };

testRule(madeByOperator, {
  claims: [
    {
      when: 'ownerReferences name the object it was made from',
      subject: aSubject({
        ref: slice,
        target: null,
        live: aManifest({ metadata: { labels, ownerReferences: [{ kind: 'Service', name: 'checkout' }] } }, slice),
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'fix-template'],
      says: /^(?![\s\S]*resource\.exclusions)/,
      owner: 'Service/checkout',
    },
    {
      when: 'a StatefulSet made the claim from its template',
      subject: aSubject({
        ref: claim,
        target: null,
        live: aManifest({ metadata: { labels } }, claim),
        facts: { claimOf: 'checkout-db' },
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'fix-template'],
    },
    {
      when: 'its tracking id was made for another object',
      subject: aSubject({
        ref: secret,
        target: null,
        live: aManifest(
          { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': 'checkout:shop.io/Database:shop/orders' } } },
          secret,
        ),
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'fix-template'],
    },
    {
      when: 'only a controller ever wrote it',
      subject: aSubject({
        ref: secret,
        target: null,
        live: writtenBy(aManifest({ metadata: { labels } }, secret), { manager: 'database-operator', owns: whole }),
      }),
      paths: [''],
      fixes: ['ignore-narrow', 'fix-template'],
      owner: 'database-operator',
    },
  ],
  ignores: [
    {
      when: 'people had it restored after a clean-up: it is left over as before',
      subject: aSubject({
        ref: secret,
        target: null,
        live: writtenBy(aManifest({ metadata: { labels } }, secret), { manager: 'plumbline', owns: { 'f:data': {} } }),
      }),
    },
    {
      when: 'Argo CD wrote it once, whoever else did later',
      subject: aSubject({
        ref: secret,
        target: null,
        live: writtenBy(aManifest({ metadata: { labels } }, secret), byArgoCd(), {
          manager: 'secret-rotator',
          owns: { 'f:data': {} },
        }),
      }),
    },
    {
      when: 'a person made it',
      subject: aSubject({
        ref: secret,
        target: null,
        live: writtenBy(aManifest({ metadata: { labels } }, secret), { manager: 'kubectl-create', owns: whole }),
      }),
    },
    { when: 'nobody knows who wrote it', subject: aSubject({ ref: secret, target: null }) },
    {
      when: 'Git renders it too',
      subject: aSubject({
        ref: secret,
        target: aManifest({ type: 'Opaque' }, secret),
        live: writtenBy(aManifest({ type: 'kubernetes.io/tls' }, secret), {
          manager: 'database-operator',
          owns: whole,
        }),
      }),
    },
  ],
});
