import { replicasOwnedByAutoscaler } from '../../../../../src/core/drift/rules/replicas-owned-by-autoscaler.ts';
import type { Json } from '../../../../../src/core/model/json.ts';
import { aManifest, aSubject, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const target = aManifest({ spec: { replicas: 3, paused: true } });
const live = aManifest({ spec: { replicas: 7, paused: false } });
const lastApplied = (spec: Record<string, Json>) =>
  aManifest({
    ...live,
    metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ spec }) } },
  });
const appliedBefore = lastApplied({ replicas: 3, paused: true });
const hpa = { kind: 'HorizontalPodAutoscaler', name: 'checkout', target: { kind: 'Deployment', name: 'checkout' } };

testRule(replicasOwnedByAutoscaler, {
  claims: [
    {
      when: 'an HPA targets the workload, leaving other changes alone',
      subject: aSubject({ target, live, facts: { autoscalers: [hpa] } }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      owner: 'HorizontalPodAutoscaler/checkout',
    },
    {
      when: 'the field was written through the scale subresource by a controller',
      subject: aSubject({
        target,
        live: writtenBy(live, {
          manager: 'kube-controller-manager',
          subresource: 'scale',
          owns: { 'f:spec': { 'f:replicas': {} } },
        }),
      }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      owner: 'kube-controller-manager',
    },
    {
      when: 'the last client-side apply stated replicas: dropping it resets the count for a moment',
      subject: aSubject({ target, live: appliedBefore, facts: { autoscalers: [hpa] } }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      says: /sets it to 1 until the autoscaler[\s\S]*kubectl -n shop apply edit-last-applied deployment\/checkout/,
    },
    {
      when: 'the app applies server-side: whoever else owns the field keeps it',
      subject: aSubject({
        target,
        live: appliedBefore,
        facts: { autoscalers: [hpa] },
        app: { syncOptions: ['ServerSideApply=true'] },
      }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      says: /should not pin it$/m,
    },
    {
      when: 'last-applied leaves replicas out already',
      subject: aSubject({ target, live: lastApplied({ paused: true }), facts: { autoscalers: [hpa] } }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      says: /should not pin it$/m,
    },
  ],
  ignores: [
    { when: 'no autoscaler exists', subject: aSubject({ target, live, facts: { autoscalers: [] } }) },
    { when: 'nobody looked for autoscalers', subject: aSubject({ target, live }) },
    {
      when: 'the HPA targets another workload',
      subject: aSubject({
        target,
        live,
        facts: { autoscalers: [{ ...hpa, target: { kind: 'Deployment', name: 'cart' } }] },
      }),
    },
    {
      when: 'replicas did not drift',
      subject: aSubject({
        target,
        live: aManifest({ spec: { replicas: 3, paused: false } }),
        facts: { autoscalers: [hpa] },
      }),
    },
  ],
});
