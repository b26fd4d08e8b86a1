import { describeProofs, object, pod, target, volumes } from './proof.ts';

describeProofs([
  {
    to: target('v1', 'PersistentVolumeClaim', 'data-db-0'),
    cases: [
      { when: 'a pod', from: pod(volumes({ persistentVolumeClaim: { claimName: 'data-db-0' } })), refers: true },
      {
        when: 'a pod that has ended',
        from: pod(volumes({ persistentVolumeClaim: { claimName: 'data-db-0' } }), { phase: 'Failed' }),
        refers: false,
      },
      {
        when: 'its StatefulSet',
        from: object(
          'apps/v1',
          'StatefulSet',
          { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } },
          { name: 'db' },
        ),
        refers: true,
      },
      {
        when: 'a StatefulSet of a longer name',
        from: object(
          'apps/v1',
          'StatefulSet',
          { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } },
          { name: 'd' },
        ),
        refers: false,
      },
    ],
  },
  {
    to: target('v1', 'PersistentVolume', 'pv-1', {}, ''),
    cases: [
      {
        when: 'its claim',
        from: object('v1', 'PersistentVolumeClaim', { spec: { volumeName: 'pv-1' } }),
        refers: true,
      },
    ],
  },
  {
    to: target('storage.k8s.io/v1', 'StorageClass', 'fast', {}, ''),
    cases: [
      {
        when: 'a claim',
        from: object('v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'fast' } }),
        refers: true,
      },
      {
        when: 'a claim, old spelling',
        from: object(
          'v1',
          'PersistentVolumeClaim',
          {},
          { annotations: { 'volume.beta.kubernetes.io/storage-class': 'fast' } },
        ),
        refers: true,
      },
      {
        when: 'a volume',
        from: object('v1', 'PersistentVolume', { spec: { storageClassName: 'fast' } }),
        refers: true,
      },
      {
        when: 'a claim template',
        from: object('apps/v1', 'StatefulSet', {
          spec: { volumeClaimTemplates: [{ spec: { storageClassName: 'fast' } }] },
        }),
        refers: true,
      },
      {
        when: 'another',
        from: object('v1', 'PersistentVolume', { spec: { storageClassName: 'slow' } }),
        refers: false,
      },
    ],
  },
]);
