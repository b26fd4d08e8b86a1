import { trackingLost } from '../../../../../src/core/drift/rules/tracking-lost.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ID = 'argocd.argoproj.io/tracking-id';
const ID_PATH = '/metadata/annotations/argocd.argoproj.io~1tracking-id';
const LABEL = 'app.kubernetes.io/instance';
const LABEL_PATH = '/metadata/labels/app.kubernetes.io~1instance';
const crd = aRef({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  namespace: '',
  name: 'orders.shop.io',
});
const stamped = (id = 'checkout:apps/Deployment:shop/checkout') => ({ metadata: { annotations: { [ID]: id } } });
const labelled = (app: string) => ({ metadata: { labels: { [LABEL]: app } } });
const target = aManifest({ ...stamped(), spec: { paused: true } });
const warnedOf = (resource: string) => ({
  conditions: [
    { type: 'SharedResourceWarning', message: `${resource} is part of applications argocd/checkout and old-shop` },
  ],
});
const whole = { 'f:metadata': {}, 'f:spec': {} };

testRule(trackingLost, {
  claims: [
    {
      when: 'Argo CD never applied the object, whose fields it then takes along',
      subject: aSubject({
        target,
        live: writtenBy(aManifest({ spec: { paused: false } }), { manager: 'helm', owns: whole }),
      }),
      paths: [ID_PATH, '/spec/paused'],
      fixes: ['adopt', 'sync'],
      confidence: 'certain',
    },
    {
      when: 'the id names another app, leaving other changes alone',
      subject: aSubject({
        target,
        live: writtenBy(
          aManifest({ ...stamped('old-shop:apps/Deployment:shop/checkout'), spec: { paused: false } }),
          byArgoCd(),
        ),
      }),
      paths: [ID_PATH],
      fixes: ['adopt', 'sync'],
      owner: 'old-shop',
    },
    {
      when: 'a controller writes the whole object and strips the id',
      subject: aSubject({
        target,
        live: writtenBy(aManifest({ spec: { paused: true } }), { manager: 'shop-operator', owns: whole }),
      }),
      paths: [ID_PATH],
      fixes: ['drop-from-git', 'ignore-narrow'],
      owner: 'shop-operator',
    },
    {
      when: 'a chart’s instance label on a CRD is read as ownership',
      subject: aSubject({
        ref: crd,
        instance: { trackingMethod: 'label' },
        target: aManifest(labelled('checkout'), crd),
        live: writtenBy(aManifest(labelled('orders'), crd), byArgoCd()),
      }),
      paths: [LABEL_PATH],
      fixes: ['ignore-narrow', 'fix-manifest'],
      owner: 'orders',
    },
    {
      when: 'nothing differs and Argo CD warns of an owner that a chart’s label names',
      subject: aSubject({
        ref: crd,
        app: warnedOf('CustomResourceDefinition/orders.shop.io'),
        target: aManifest({}, crd),
        live: aManifest({ metadata: { labels: { 'app.kubernetes.io/instance': 'some-release' } } }, crd),
        resource: { status: 'Synced' },
      }),
      paths: [],
      fixes: ['ignore-narrow', 'fix-manifest'],
    },
  ],
  ignores: [
    {
      when: 'the id is in place',
      subject: aSubject({ target, live: aManifest({ ...stamped(), spec: { paused: false } }) }),
    },
    { when: 'the id is only on the live object', subject: aSubject({ live: aManifest(stamped()) }) },
    { when: 'the object is not in the cluster', subject: aSubject({ target, live: null }) },
    {
      when: 'the warning is of another resource',
      subject: aSubject({ app: warnedOf('Deployment/checkout-web') }),
    },
    {
      when: 'a common label that is no tracking label differs',
      subject: aSubject({
        instance: { trackingMethod: 'label', instanceLabelKey: 'argocd.example.com/app' },
        target: aManifest(labelled('checkout')),
        live: aManifest(labelled('orders')),
      }),
    },
  ],
});
