import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleCommand } from '../../../src/adapters/kubernetes/bundle-command.ts';
import { makeBundles } from '../../../src/adapters/kubernetes/bundles.ts';
import { defined } from '../../../src/core/model/defined.ts';
import { RejectedError } from '../../../src/core/model/errors.ts';
import { at, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import type { Step } from '../../../src/core/remedy/plan/plan.ts';
import type { Bundle } from '../../../src/core/remedy/restore/bundle.ts';
import { findKubectl } from '../../support/kubectl.ts';
import { aPlan, aStep } from '../../unit/core/remedy/builders.ts';
import { type ContractTarget, type Ground, guardOf } from './ground.ts';

const run = promisify(execFile);
const program = findKubectl();
/** So small that a bundle takes many of them. */
const TINY = 300;

export function describeBundles(ground: Ground, { kubeconfig, context }: ContractTarget): void {
  const { cluster, create, id, namespace, ref } = ground;
  const open = (partBytes?: number) => makeBundles({ ...cluster, namespace, ...defined({ partBytes }) });
  const deleteStep = (name: string, parts: Partial<Step> = {}) =>
    aStep({ target: ref('', 'ConfigMap', name), ...parts });

  function bundleOf(name: string, objects: readonly (Manifest | null)[], steps: readonly Step[]): Bundle {
    const bundleId = `${name}-${id}`;
    const plan = aPlan(steps, { id: bundleId });
    return { id: bundleId, at: '2026-01-05T09:00:00.000Z', app: plan.app, plan, objects };
  }

  async function smallBundle(name: string): Promise<Bundle> {
    const saved = await create('v1', 'ConfigMap', name, { data: { noise: randomBytes(1500).toString('hex') } });
    return bundleOf(name, [saved, null], [deleteStep(name), deleteStep(`${name}-none`)]);
  }

  const secretsOf = (bundleId: string) =>
    cluster.reader.list({ group: '', version: 'v1', kind: 'Secret' }, namespace, {
      labelSelector: `plumbline.dev/bundle=${bundleId}`,
    });

  async function removeSecret(name: string): Promise<void> {
    const secret = ref('', 'Secret', name);
    const found = await cluster.reader.read(secret, 'v1');
    if (found) await cluster.writer.delete(secret, 'v1', guardOf(found));
  }

  describe('bundles', () => {
    it.each([
      ['one Secret', undefined],
      ['many', TINY],
    ])('come back from %s as they were', async (what, partBytes) => {
      const bundles = open(partBytes);
      const bundle = await smallBundle(`back-${what.length}`);
      expect(await bundles.read(bundle.id)).toBeUndefined();
      await bundles.save(bundle);
      expect(await bundles.read(bundle.id)).toEqual(bundle);
      const secrets = await secretsOf(bundle.id);
      expect(secrets.length > 1).toBe(partBytes !== undefined);
      expect(secrets.every(({ immutable }) => immutable === true)).toBe(true);
      expect(objectAt(secrets[0], 'metadata', 'labels')).toEqual({
        'app.kubernetes.io/managed-by': 'plumbline',
        'plumbline.dev/bundle': bundle.id,
        'plumbline.dev/app': 'checkout',
      });
    });

    it('stay under 1 MiB each, however much they hold', async () => {
      const objects = ['big-1', 'big-2', 'big-3'].map((name) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace },
        data: { noise: randomBytes(700_000).toString('base64') },
      }));
      const bundle = bundleOf(
        'big',
        objects,
        objects.map(({ metadata }) => deleteStep(metadata.name)),
      );
      await open().save(bundle);
      expect(await open().read(bundle.id)).toEqual(bundle);
      const sizes = (await secretsOf(bundle.id)).map((secret) => JSON.stringify(secret).length);
      expect(sizes.length).toBeGreaterThan(4);
      expect(Math.max(...sizes)).toBeLessThan(1_048_576);
    });

    it('are saved once, and again at another moment', async () => {
      const bundles = open(TINY);
      const bundle = await smallBundle('again');
      await bundles.save(bundle);
      const [saved] = bundle.objects;
      const later = { ...saved, metadata: { ...objectAt(saved ?? {}, 'metadata'), resourceVersion: '999999' } };
      await bundles.save({ ...bundle, at: '2026-01-05T10:00:00.000Z', objects: [later, null] });
      expect(await bundles.read(bundle.id)).toEqual(bundle);
      const other = { ...bundle, objects: [{ ...saved, data: {} }, null] };
      await expect(bundles.save(other)).rejects.toMatchObject({ code: 'bundle.differs' });
      expect(await bundles.read(bundle.id)).toEqual(bundle);
    });

    it('are there only once they are whole: what a stopped save left is replaced', async () => {
      const bundles = open(TINY);
      const bundle = await smallBundle('stopped');
      await bundles.save(bundle);
      await removeSecret(`plumbline-bundle-${bundle.id}`);
      expect(await bundles.read(bundle.id)).toBeUndefined();
      expect(await bundles.list()).not.toContain(bundle.id);
      const shorter = { ...bundle, at: '2026-01-05T10:00:00.000Z', objects: [null, null] };
      await bundles.save(shorter);
      expect(await bundles.read(bundle.id)).toEqual(shorter);
    });

    it('are listed newest first', async () => {
      const [older, newer] = [await smallBundle('older'), await smallBundle('newer')];
      await open(TINY).save({ ...newer, at: '2027-01-02T00:00:00.000Z' });
      await open(TINY).save({ ...older, at: '2027-01-01T00:00:00.000Z' });
      expect((await open().list()).slice(0, 2)).toEqual([newer.id, older.id]);
    });

    it('say when a part is missing or changed', async () => {
      const bundles = open(TINY);
      const bundle = await smallBundle('damaged');
      await bundles.save(bundle);
      const name = `plumbline-bundle-${bundle.id}-001`;
      const secret = await cluster.reader.read(ref('', 'Secret', name), 'v1');
      await removeSecret(name);
      await expect(bundles.read(bundle.id)).rejects.toMatchObject({
        code: 'bundle.damaged',
        message: expect.stringMatching(/part 2 of \d+ is missing/),
      });
      await create('v1', 'Secret', name, { data: { ...objectAt(secret, 'data'), 'restore.json.gz': 'AAAA' } });
      await expect(bundles.read(bundle.id)).rejects.toMatchObject({
        code: 'bundle.damaged',
        message: expect.stringContaining('checksum'),
      });
    });

    it('have ids that a shell and a label take', async () => {
      const bundle = await smallBundle('id');
      await expect(open().save({ ...bundle, id: '$(reboot)' })).rejects.toBeInstanceOf(RejectedError);
      expect(await open().read('../secrets')).toBeUndefined();
    });
  });

  describe.skipIf(program === undefined)('a bundle in the hands of a person with kubectl', () => {
    const folder = dirname(program ?? '');
    const shell = (command: string) =>
      run('sh', ['-c', command], {
        env: { PATH: `${folder}:${process.env.PATH ?? ''}`, KUBECONFIG: kubeconfig, HOME: '/nonexistent' },
      });
    const inContext = (command = '') =>
      context === undefined ? command : command.replaceAll('kubectl ', `kubectl --context ${context} `);

    it('creates what was deleted, from as many parts as there are', async () => {
      const names = ['hand-first', 'hand-second'];
      const saved = [];
      for (const name of names) {
        saved.push(await create('v1', 'ConfigMap', name, { data: { noise: randomBytes(1500).toString('hex') } }));
      }
      const bundles = open(TINY);
      const bundle = bundleOf(
        'hand',
        saved,
        names.map((name) => deleteStep(name)),
      );
      await bundles.save(bundle);
      expect((await secretsOf(bundle.id)).length).toBeGreaterThan(11);
      for (const [index, name] of names.entries()) {
        await cluster.writer.delete(ref('', 'ConfigMap', name), 'v1', guardOf(saved[index] ?? {}));
      }
      const { stdout } = await shell(inContext(bundleCommand(bundle.id, namespace, bundle.plan)));
      expect(stdout.trim().split('\n')).toEqual(['configmap/hand-second created', 'configmap/hand-first created']);
      for (const [index, name] of names.entries()) {
        const live = await cluster.reader.read(ref('', 'ConfigMap', name), 'v1');
        expect(at(live, 'data')).toEqual(at(saved[index], 'data'));
      }
      await expect(shell(inContext(bundleCommand(bundle.id, namespace, undefined)))).rejects.toMatchObject({
        stderr: expect.stringContaining('already exists'),
      });
    });

    it('puts back what was changed', async () => {
      const saved = await create('v1', 'ConfigMap', 'hand-changed', { data: { a: '1' } });
      const step = deleteStep('hand-changed', { verb: 'annotate', undo: { how: 'reapply', note: '' } });
      const bundle = bundleOf('hand-changed', [saved], [step]);
      const bundles = open();
      await bundles.save(bundle);
      const changed = ref('', 'ConfigMap', 'hand-changed');
      await cluster.writer.patch(changed, 'v1', { data: { a: '2', b: '3' } }, guardOf(saved));
      await shell(inContext(bundleCommand(bundle.id, namespace, bundle.plan)));
      expect(at(await cluster.reader.read(changed, 'v1'), 'data')).toEqual({ a: '1' });
    });

    it('patches Argo CD’s own objects, which a replace would take status and history from', () => {
      const target = { group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: 'web' };
      const undo = { how: 'patch', patch: { spec: { note: "it's on" } } } as const;
      const destination = { server: 'https://other.example.com' };
      const steps = [aStep({ verb: 'patch', target, undo }), aStep({ undo: { how: 'none', because: 'it ran' } })];
      expect(bundleCommand('some-id', namespace, { steps, destination })).toBe(
        `kubectl -n argocd patch application.argoproj.io/web --type merge -p '{"spec":{"note":"it'\\''s on"}}'`,
      );
      expect(bundleCommand('some-id', namespace, { steps: steps.slice(1), destination })).toBeUndefined();
    });

    it('is not applied to another cluster than its own', async () => {
      const destination = { server: "https://other.example.com/'; echo nothing" };
      const command = bundleCommand('some-id', namespace, { steps: [aStep()], destination });
      expect(command).toContain(`| kubectl --server 'https://other.example.com/'\\''; echo nothing' create -f -`);
    });
  });
}
