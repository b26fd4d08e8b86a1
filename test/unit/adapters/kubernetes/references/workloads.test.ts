import { deployment, describeProofs, env, GATEWAY, NETWORKING, object, pod, target, volumes } from './proof.ts';

describeProofs([
  {
    to: target('v1', 'ConfigMap', 'settings'),
    cases: [
      { when: 'a volume', from: pod(volumes({ configMap: { name: 'settings' } })), refers: true },
      {
        when: 'a projected volume',
        from: deployment(volumes({ projected: { sources: [{ configMap: { name: 'settings' } }] } })),
        refers: true,
      },
      {
        when: 'a variable',
        from: deployment(env({ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } })),
        refers: true,
      },
      {
        when: 'envFrom of an init container',
        from: deployment({ initContainers: [{ name: 'i', envFrom: [{ configMapRef: { name: 'settings' } }] }] }),
        refers: true,
      },
      { when: 'a Secret of that name', from: pod(volumes({ secret: { secretName: 'settings' } })), refers: false },
      {
        when: 'a ReplicaSet that its Deployment keeps',
        from: object(
          'apps/v1',
          'ReplicaSet',
          { spec: { template: { spec: volumes({ configMap: { name: 'settings' } }) } } },
          { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', controller: true }] },
        ),
        refers: false,
      },
      {
        when: 'a Rollout',
        from: object('argoproj.io/v1alpha1', 'Rollout', {
          spec: { template: { spec: volumes({ configMap: { name: 'settings' } }) } },
        }),
        refers: true,
      },
    ],
  },
  {
    to: target('v1', 'Secret', 'keys'),
    cases: [
      { when: 'a volume', from: pod(volumes({ secret: { secretName: 'keys' } })), refers: true },
      { when: 'a CSI volume', from: pod(volumes({ csi: { nodePublishSecretRef: { name: 'keys' } } })), refers: true },
      {
        when: 'a projected volume',
        from: pod(volumes({ projected: { sources: [{ secret: { name: 'keys' } }] } })),
        refers: true,
      },
      {
        when: 'a variable',
        from: pod(env({ name: 'A', valueFrom: { secretKeyRef: { name: 'keys', key: 'a' } } })),
        refers: true,
      },
      {
        when: 'envFrom',
        from: pod({ containers: [{ name: 'w', envFrom: [{ secretRef: { name: 'keys' } }] }] }),
        refers: true,
      },
      { when: 'a pull secret', from: deployment({ imagePullSecrets: [{ name: 'keys' }] }), refers: true },
      {
        when: 'Ingress TLS',
        from: object(NETWORKING, 'Ingress', { spec: { tls: [{ secretName: 'keys' }] } }),
        refers: true,
      },
      {
        when: 'a Gateway of another namespace',
        from: object(
          GATEWAY,
          'Gateway',
          { spec: { listeners: [{ tls: { certificateRefs: [{ name: 'keys', namespace: 'shop' }] } }] } },
          { namespace: 'edge' },
        ),
        refers: true,
      },
      {
        when: 'an account',
        from: object('v1', 'ServiceAccount', { imagePullSecrets: [{ name: 'keys' }] }),
        refers: true,
      },
      { when: 'a ConfigMap volume of that name', from: pod(volumes({ configMap: { name: 'keys' } })), refers: false },
    ],
  },
]);
