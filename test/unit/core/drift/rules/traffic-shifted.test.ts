import { trafficShifted } from '../../../../../src/core/drift/rules/traffic-shifted.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const route = aRef({ group: 'networking.istio.io', kind: 'VirtualService', name: 'checkout' });
const service = aRef({ group: '', kind: 'Service', name: 'checkout-preview' });
const weighted = (stable: number, next: number) =>
  aManifest(
    {
      spec: {
        http: [
          {
            name: 'primary',
            route: [
              { name: 'stable', weight: stable },
              { name: 'next', weight: next },
            ],
          },
        ],
      },
    },
    route,
  );
const trafficRouters = ['checkout'];

testRule(trafficShifted, {
  claims: [
    {
      when: 'a Rollout steers the route’s weights',
      subject: aSubject({ ref: route, target: weighted(100, 0), live: weighted(80, 20), facts: { trafficRouters } }),
      paths: ['/spec/http/0/route/0/weight', '/spec/http/0/route/1/weight'],
      fixes: ['ignore-narrow'],
      owner: 'Rollout checkout',
      confidence: 'certain',
    },
    {
      when: 'a Service selects by the pod hash, though nobody looked for rollouts',
      subject: aSubject({
        ref: service,
        target: aManifest({ spec: { selector: { app: 'checkout' } } }, service),
        live: aManifest(
          { spec: { selector: { app: 'checkout', 'rollouts-pod-template-hash': '7bf84f9696' } } },
          service,
        ),
      }),
      paths: ['/spec/selector/rollouts-pod-template-hash'],
      fixes: ['ignore-narrow'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'no rollout steers the route',
      subject: aSubject({
        ref: route,
        target: weighted(100, 0),
        live: weighted(80, 20),
        facts: { trafficRouters: [] },
      }),
    },
    {
      when: 'nobody looked for rollouts',
      subject: aSubject({ ref: route, target: weighted(100, 0), live: weighted(80, 20) }),
    },
    {
      when: 'the weight is only in Git',
      subject: aSubject({
        ref: route,
        target: weighted(100, 0),
        live: aManifest(
          { spec: { http: [{ name: 'primary', route: [{ name: 'stable' }, { name: 'next' }] }] } },
          route,
        ),
        facts: { trafficRouters },
      }),
    },
    {
      when: 'another field of the steered route differs',
      subject: aSubject({
        ref: route,
        target: aManifest({ spec: { hosts: ['checkout.example.com'] } }, route),
        live: aManifest({ spec: { hosts: ['shop.example.com'] } }, route),
        facts: { trafficRouters },
      }),
    },
  ],
});
