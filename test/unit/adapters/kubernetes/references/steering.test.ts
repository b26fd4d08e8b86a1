import { describeProofs, object, target } from './proof.ts';

describeProofs([
  {
    to: target('apps/v1', 'Deployment', 'web', {
      spec: { template: { metadata: { labels: { app: 'web', tier: 'a' } } } },
    }),
    cases: [
      {
        when: 'an HPA',
        from: object('autoscaling/v2', 'HorizontalPodAutoscaler', {
          spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } },
        }),
        refers: true,
      },
      {
        when: 'an HPA of a StatefulSet of that name',
        from: object('autoscaling/v2', 'HorizontalPodAutoscaler', {
          spec: { scaleTargetRef: { kind: 'StatefulSet', name: 'web' } },
        }),
        refers: false,
      },
      {
        when: 'a ScaledObject that names no kind',
        from: object('keda.sh/v1alpha1', 'ScaledObject', { spec: { scaleTargetRef: { name: 'web' } } }),
        refers: true,
      },
      {
        when: 'a VPA',
        from: object('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', {
          spec: { targetRef: { kind: 'Deployment', name: 'web' } },
        }),
        refers: true,
      },
      {
        when: 'a disruption budget',
        from: object('policy/v1', 'PodDisruptionBudget', { spec: { selector: { matchLabels: { app: 'web' } } } }),
        refers: true,
      },
      {
        when: 'a budget for everything',
        from: object('policy/v1', 'PodDisruptionBudget', { spec: { selector: {} } }),
        refers: true,
      },
      { when: 'a Service', from: object('v1', 'Service', { spec: { selector: { app: 'web' } } }), refers: true },
      {
        when: 'a Service of other pods',
        from: object('v1', 'Service', { spec: { selector: { app: 'web', tier: 'b' } } }),
        refers: false,
      },
      { when: 'a Service without selector', from: object('v1', 'Service', { spec: {} }), refers: false },
      {
        when: 'its own ReplicaSet, which goes with it',
        from: object('apps/v1', 'ReplicaSet', {}, { ownerReferences: [{ uid: 'uid-of-target', controller: true }] }),
        refers: false,
      },
    ],
  },
]);
