import { describe, expect, it } from 'vitest';
import { NotAllowedError, NotFoundError } from '../../../src/core/model/errors.ts';
import { at, listAt, stringAt } from '../../../src/core/model/json.ts';
import { type Ground, guardOf } from './ground.ts';
import { settingsUser } from './manifests.ts';

const CRD = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };

export function describeReading({ cluster, create, id, namespace, ref, restricted, schema, widgets }: Ground): void {
  describe('reading', () => {
    it('tells the version', async () => {
      expect(await cluster.reader.version()).toMatch(/^v\d+\.\d+\./);
    });

    it('tells its time, to the second', async () => {
      const time = await cluster.reader.serverTime();
      expect(time?.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
      expect(time?.getMilliseconds()).toBe(0);
    });

    it('gives objects raw, with managedFields and unparsed times', async () => {
      const made = await create('v1', 'ConfigMap', 'raw', { data: { a: '1' } });
      const read = await cluster.reader.read(ref('', 'ConfigMap', 'raw'), 'v1');
      expect(read).toEqual(made);
      expect(stringAt(read, 'metadata', 'creationTimestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(listAt(read, 'metadata', 'managedFields').map((entry) => stringAt(entry, 'manager'))).toEqual([
        'plumbline',
      ]);
    });

    it('gives Secrets as they are', async () => {
      await create('v1', 'Secret', 'plain', { data: { key: 'aHVudGVyMg==' } });
      expect(at(await cluster.reader.read(ref('', 'Secret', 'plain'), 'v1'), 'data', 'key')).toBe('aHVudGVyMg==');
    });

    it('knows what does not exist: object, namespace, kind, group', async () => {
      const { reader } = cluster;
      expect(await reader.read(ref('', 'ConfigMap', 'none'), 'v1')).toBeUndefined();
      expect(await reader.read({ ...ref('', 'ConfigMap', 'none'), namespace: 'no-such' }, 'v1')).toBeUndefined();
      expect(await reader.read(ref('apps', 'Nonsense', 'none'), 'v1')).toBeUndefined();
      expect(await reader.read(ref('nonsense.example.com', 'Nonsense', 'none'), 'v1')).toBeUndefined();
    });

    it('reads through the served version when the wanted one is gone', async () => {
      await create('apps/v1', 'Deployment', 'versions', { spec: settingsUser('versions', 'none', 0) });
      expect(at(await cluster.reader.read(ref('apps', 'Deployment', 'versions'), 'v1beta2'), 'apiVersion')).toBe(
        'apps/v1',
      );
    });

    it('lists with kind and apiVersion filled in', async () => {
      await create('v1', 'ConfigMap', 'listed');
      const list = await cluster.reader.list({ group: '', version: 'v1', kind: 'ConfigMap' }, namespace);
      expect(list.find((item) => stringAt(item, 'metadata', 'name') === 'listed')).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
      });
    });

    it('lists more than a page of objects, each once', async () => {
      const group = widgets.kind.group;
      await Promise.all(
        Array.from({ length: 510 }, (_, index) => create(`${group}/v1`, 'Widget', `page-${index}`, { spec: {} })),
      );
      const list = await cluster.reader.list(widgets.kind, namespace);
      const names = new Set(list.map((item) => stringAt(item, 'metadata', 'name')));
      expect([list.length >= 510, names.size]).toEqual([true, list.length]);
    });

    it('lists Applications page by page, or says that there are none to serve', async () => {
      const isServed = (await cluster.reader.list(CRD, undefined)).some(
        (crd) => stringAt(crd, 'metadata', 'name') === 'applications.argoproj.io',
      );
      const names: string[] = [];
      const reading = (async () => {
        for await (const page of cluster.reader.listApplications(undefined))
          names.push(
            ...page.map(
              ({ metadata }) => `${stringAt(metadata, 'namespace') ?? ''}/${stringAt(metadata, 'name') ?? ''}`,
            ),
          );
      })();
      if (isServed) await reading;
      else await expect(reading).rejects.toBeInstanceOf(NotFoundError);
      expect(names).toHaveLength(new Set(names).size);
    });

    it('compiles the schema of a custom kind, and of no other', async () => {
      const node = await schema();
      expect(node?.properties?.get('spec')?.properties?.get('size')?.default).toBe(3);
      expect(await schema()).toBe(node);
      expect(await cluster.reader.schemaFor(ref('apps', 'Deployment', 'x'), 'v1')).toBeNull();
      expect(await cluster.reader.schemaFor(ref('none.example.com', 'None', 'x'), 'v1')).toBeNull();
    });

    it('knows in which versions a custom kind is stored', async () => {
      const { group, version } = widgets.kind;
      expect(await cluster.reader.storedVersions(ref(group, 'Widget', 'any'), version)).toEqual([version]);
      expect(await cluster.reader.storedVersions(ref('none.example.com', 'None', 'x'), 'v1')).toBeUndefined();
    });

    it('finds autoscalers', async () => {
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' };
      await create('autoscaling/v2', 'HorizontalPodAutoscaler', 'hpa', { spec: { scaleTargetRef, maxReplicas: 2 } });
      expect(await cluster.reader.autoscalers(namespace)).toContainEqual({
        kind: 'HorizontalPodAutoscaler',
        name: 'hpa',
        target: { kind: 'Deployment', name: 'scaled' },
      });
    });

    it('finds mutating webhooks', async () => {
      const webhook = {
        name: `${id}.contract.example.com`,
        clientConfig: { url: 'https://127.0.0.1:1/' },
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Ignore',
        rules: [
          { apiGroups: [widgets.kind.group], apiVersions: ['v9'], operations: ['CREATE'], resources: ['widgets'] },
        ],
      };
      const made = await cluster.writer.create({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: `plumbline-contract-${id}` },
        webhooks: [webhook],
      });
      expect(await cluster.reader.mutatingWebhooks()).toContainEqual({
        name: `plumbline-contract-${id}`,
        rules: [{ groups: [widgets.kind.group], resources: ['widgets'] }],
      });
      await cluster.writer.delete(
        {
          group: 'admissionregistration.k8s.io',
          kind: 'MutatingWebhookConfiguration',
          namespace: '',
          name: `plumbline-contract-${id}`,
        },
        'v1',
        guardOf(made),
      );
    });

    it('answers what we may do', async () => {
      const pods = { verb: 'list', group: '', resource: 'pods', namespace };
      expect(await cluster.reader.canI(pods)).toBe(true);
    });

    it.skipIf(!restricted)('says no where RBAC does', async () => {
      const pods = { verb: 'list', group: '', resource: 'pods', namespace };
      expect(await restricted?.reader.canI(pods)).toBe(false);
      const list = restricted?.reader.list({ group: '', version: 'v1', kind: 'Pod' }, namespace);
      await expect(list).rejects.toBeInstanceOf(NotAllowedError);
      await expect(list).rejects.toMatchObject({ code: 'kubernetes.forbidden' });
    });
  });
}
