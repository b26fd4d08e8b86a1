import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NotFoundError, RejectedError, StaleError } from '../../../src/core/model/errors.ts';
import { at } from '../../../src/core/model/json.ts';
import { type Ground, guardOf } from './ground.ts';

export function describeWriting({ cluster, create, namespace, ref, widgets }: Ground): void {
  describe('writing', () => {
    it('previews a patch and stores nothing', async () => {
      const made = await create('v1', 'ConfigMap', 'preview', { data: { a: '1' } });
      const object = ref('', 'ConfigMap', 'preview');
      const dryRun = { dryRun: true };
      const preview = await cluster.writer.patch(object, 'v1', { data: { a: '2' } }, guardOf(made), dryRun);
      expect(at(preview, 'data', 'a')).toBe('2');
      expect(at(await cluster.reader.read(object, 'v1'), 'data', 'a')).toBe('1');
    });

    it('previews the defaults that the API server would fill in', async () => {
      const manifest = {
        apiVersion: `${widgets.kind.group}/v1`,
        kind: 'Widget',
        metadata: { name: 'new', namespace },
        spec: {},
      };
      expect(at(await cluster.writer.create(manifest, { dryRun: true }), 'spec', 'size')).toBe(3);
    });

    it('patches only what it has seen', async () => {
      const seen = await create('v1', 'ConfigMap', 'patched', { data: { a: '1' } });
      const object = ref('', 'ConfigMap', 'patched');
      const patched = await cluster.writer.patch(object, 'v1', { data: { a: '2' } }, guardOf(seen));
      expect(at(patched, 'data', 'a')).toBe('2');
      const { writer } = cluster;
      await expect(writer.patch(object, 'v1', { data: { a: '3' } }, guardOf(seen))).rejects.toBeInstanceOf(StaleError);
      const stranger = { ...guardOf(patched), uid: randomUUID() };
      await expect(writer.patch(object, 'v1', { data: { a: '3' } }, stranger)).rejects.toBeInstanceOf(StaleError);
      await expect(writer.patch(ref('', 'ConfigMap', 'none'), 'v1', {}, guardOf(seen))).rejects.toBeInstanceOf(
        NotFoundError,
      );
    });

    it('patches custom resources only under their uid', async () => {
      const seen = await create(`${widgets.kind.group}/v1`, 'Widget', 'patched', { spec: {} });
      const stranger = { ...guardOf(seen), uid: randomUUID() };
      const object = ref(widgets.kind.group, 'Widget', 'patched');
      await expect(cluster.writer.patch(object, 'v1', { spec: { size: 4 } }, stranger)).rejects.toBeInstanceOf(
        StaleError,
      );
    });

    it('deletes only what it has seen', async () => {
      const seen = await create('v1', 'ConfigMap', 'deleted');
      const object = ref('', 'ConfigMap', 'deleted');
      const { writer, reader } = cluster;
      await expect(writer.delete(object, 'v1', { ...guardOf(seen), resourceVersion: '1' })).rejects.toBeInstanceOf(
        StaleError,
      );
      await expect(writer.delete(object, 'v1', { ...guardOf(seen), uid: randomUUID() })).rejects.toBeInstanceOf(
        StaleError,
      );
      await writer.delete(object, 'v1', guardOf(seen));
      expect(await reader.read(object, 'v1')).toBeUndefined();
      await expect(writer.delete(object, 'v1', guardOf(seen))).rejects.toBeInstanceOf(NotFoundError);
    });

    it('rehearses a write: guard and validation answer, nothing is stored', async () => {
      const seen = await create('v1', 'ConfigMap', 'rehearsed', { data: { a: '1' } });
      const object = ref('', 'ConfigMap', 'rehearsed');
      const { writer, reader } = cluster;
      const dryRun = { dryRun: true };
      expect(at(await writer.patch(object, 'v1', { data: { a: '2' } }, guardOf(seen), dryRun), 'data', 'a')).toBe('2');
      await writer.delete(object, 'v1', guardOf(seen), dryRun);
      expect(await reader.read(object, 'v1')).toEqual(seen);
      const stale = { ...guardOf(seen), resourceVersion: '1' };
      await expect(writer.delete(object, 'v1', stale, dryRun)).rejects.toBeInstanceOf(StaleError);
      const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rehearsed-too', namespace } };
      await writer.create(other, dryRun);
      expect(await reader.read(ref('', 'ConfigMap', 'rehearsed-too'), 'v1')).toBeUndefined();
      await expect(writer.create({ ...other, data: { a: 1 } }, dryRun)).rejects.toBeInstanceOf(RejectedError);
    });

    it('takes no Secret of more than 1 MiB', async () => {
      const secret = (bytes: number) => ({ data: { a: Buffer.alloc(bytes).toString('base64') } });
      await create('v1', 'Secret', 'large', secret(1_048_576));
      await expect(create('v1', 'Secret', 'larger', secret(1_048_577))).rejects.toMatchObject({
        code: 'kubernetes.invalid',
        message: expect.stringContaining('Secret "larger" is invalid: data: Too long'),
      });
    });

    it('tells what exists already from what is not valid', async () => {
      await create('v1', 'ConfigMap', 'twice');
      await expect(create('v1', 'ConfigMap', 'twice')).rejects.toMatchObject({ code: 'kubernetes.exists' });
      await expect(create('v1', 'ConfigMap', 'NOT VALID')).rejects.toBeInstanceOf(RejectedError);
      await expect(create('v1', 'ConfigMap', 'wrong', { data: { a: 1 } })).rejects.toBeInstanceOf(RejectedError);
    });
  });
}
