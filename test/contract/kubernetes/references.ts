import { describe, expect, it } from 'vitest';
import { type Ground, until } from './ground.ts';
import { crashingPod, settingsUser } from './manifests.ts';

export function describeReferences({ cluster, create, id, namespace, ref, widgets }: Ground): void {
  describe('references', () => {
    const SUBJECTS: readonly (readonly [kind: string, expected: readonly string[]])[] = [
      ['ConfigMap', ['Deployment']],
      ['Secret', ['Deployment']],
      ['ServiceAccount', ['Deployment', 'RoleBinding']],
    ];

    it('are found for what a Deployment uses', async () => {
      for (const [kind] of SUBJECTS) await create('v1', kind, 'used');
      await create('rbac.authorization.k8s.io/v1', 'RoleBinding', 'binding', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'used' },
        subjects: [{ kind: 'ServiceAccount', name: 'used', namespace }],
      });
      await create('apps/v1', 'Deployment', 'user', { spec: settingsUser('user', 'used', 1) });
      await until(async () => (await cluster.reader.podsOf(ref('apps', 'Deployment', 'user')))[0]);
      for (const [kind, expected] of SUBJECTS) {
        const references = await cluster.reader.referencesTo(ref('', kind, 'used'));
        expect(references.map((reference) => reference.kind)).toEqual(expected);
      }
      expect(await cluster.reader.referencesTo(ref('rbac.authorization.k8s.io', 'Role', 'used'))).toEqual([
        {
          group: 'rbac.authorization.k8s.io',
          kind: 'RoleBinding',
          namespace,
          name: 'binding',
          how: 'grants it',
        },
      ]);
    });

    it('are found for a workload, its Service and a CRD', async () => {
      await create('v1', 'Service', 'web', { spec: { selector: { app: 'user' }, ports: [{ port: 80 }] } });
      await create('policy/v1', 'PodDisruptionBudget', 'budget', {
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'user' } } },
      });
      await create('networking.k8s.io/v1', 'Ingress', 'door', {
        spec: { ingressClassName: id, defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
      });
      expect(await cluster.reader.referencesTo(ref('apps', 'Deployment', 'user'))).toMatchObject([
        { group: 'policy', kind: 'PodDisruptionBudget', namespace, name: 'budget' },
        { group: '', kind: 'Service', namespace, name: 'web' },
      ]);
      expect(await cluster.reader.referencesTo(ref('', 'Service', 'web'))).toContainEqual({
        group: 'networking.k8s.io',
        kind: 'Ingress',
        namespace,
        name: 'door',
        how: 'sends traffic to it',
      });
      const ingressClass = { group: 'networking.k8s.io', kind: 'IngressClass', namespace: '', name: id };
      expect(await cluster.reader.referencesTo(ingressClass)).toMatchObject([
        { kind: 'Ingress', namespace, name: 'door' },
      ]);
      await create(`${widgets.kind.group}/v1`, 'Widget', 'instance', { spec: {} });
      expect(await cluster.reader.referencesTo(widgets.ref)).toContainEqual(
        expect.objectContaining({ group: widgets.kind.group, kind: 'Widget', namespace, name: 'instance' }),
      );
    });

    it('are found for storage and for whoever answers behind a Service', async () => {
      await create('v1', 'PersistentVolumeClaim', 'claim', {
        spec: { storageClassName: id, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      });
      const { spec } = crashingPod();
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'claim' } }];
      await create('v1', 'Pod', 'mounts', { spec: { ...spec, volumes } });
      expect(await cluster.reader.referencesTo(ref('', 'PersistentVolumeClaim', 'claim'))).toMatchObject([
        { kind: 'Pod', namespace, name: 'mounts' },
      ]);
      const storageClass = { group: 'storage.k8s.io', kind: 'StorageClass', namespace: '', name: id };
      expect(await cluster.reader.referencesTo(storageClass)).toMatchObject([
        { kind: 'PersistentVolumeClaim', namespace, name: 'claim' },
      ]);
      await create('v1', 'Service', 'answered', { spec: { ports: [{ port: 80 }] } });
      await cluster.writer.create({
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'slice', namespace, labels: { 'kubernetes.io/service-name': 'answered' } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.1.2.3'], conditions: { ready: true } }],
      });
      expect(await cluster.reader.referencesTo(ref('', 'Service', 'answered'))).toMatchObject([
        { kind: 'EndpointSlice', namespace, name: 'slice', how: 'ready endpoints' },
      ]);
    });

    it('name the workload behind a Service instead of its pods, which may go before the Service', async () => {
      const [pod] = await cluster.reader.podsOf(ref('apps', 'Deployment', 'user'));
      await create('v1', 'Service', 'backed', { spec: { ports: [{ port: 80 }] } });
      await cluster.writer.create({
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'backed', namespace, labels: { 'kubernetes.io/service-name': 'backed' } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.1.2.4'], targetRef: { kind: 'Pod', name: pod?.name ?? '', namespace } }],
      });
      expect(await cluster.reader.referencesTo(ref('', 'Service', 'backed'))).toEqual([
        { group: 'apps', kind: 'Deployment', namespace, name: 'user', how: 'answers behind it' },
      ]);
      expect(await cluster.reader.referencesTo(ref('apps', 'Deployment', 'user'))).toContainEqual(
        expect.objectContaining({ kind: 'Service', name: 'web', isLoose: true }),
      );
    });

    it('are none for what nobody uses', async () => {
      await create('v1', 'ConfigMap', 'lonely');
      expect(await cluster.reader.referencesTo(ref('', 'ConfigMap', 'lonely'))).toEqual([]);
    });
  });
}
