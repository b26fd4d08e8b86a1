import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { at, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { isSame } from '../../../src/core/model/resource-ref.ts';
import type { Connection } from './connection.ts';

export function appContract(connection: Connection): void {
  describe('a list', () => {
    it('has the app, by name and by project', async () => {
      const { argocd, target } = connection();
      const { app } = target;
      for (const selector of [{}, { name: app.ref.name }, { projects: [app.project] }]) {
        const found = (await Array.fromAsync(argocd.reader.listApps(selector))).find(
          ({ ref }) => ref.name === app.ref.name,
        );
        expect(found).toMatchObject({ ref: { ...app.ref, server: 'contract' }, project: app.project });
      }
      for (const nothing of [{ name: 'no-such-app' }, { projects: ['no-such-project'] }])
        expect(await Array.fromAsync(argocd.reader.listApps(nothing))).toEqual([]);
    });

    it('says what Get says, as far as it goes', async () => {
      const { argocd, target } = connection();
      const app = await argocd.reader.getApp(target.app);
      const [listed] = await Array.fromAsync(argocd.reader.listApps({ name: target.app.ref.name }));
      const { ref, project, destination, autoSync, sync, health } = app;
      expect(listed).toMatchObject({ ref, project, destination, autoSync });
      expect([listed?.sync.status, listed?.health.status]).toEqual([sync.status, health.status]);
      expect(listed?.resources.map(({ kind, name, status }) => ({ kind, name, status }))).toEqual(
        app.resources.map(({ kind, name, status }) => ({ kind, name, status })),
      );
    });

    it('keeps its identities while nothing happens, refreshes included', async () => {
      const { argocd, target } = connection();
      const refreshed = async () => {
        await argocd.reader.getApp(target.app, { refresh: 'normal' });
        // Lists come from an informer, a moment later.
        await sleep(500);
        return Array.fromAsync(argocd.reader.listApps({ name: target.app.ref.name }));
      };
      expect(await refreshed()).toEqual(await refreshed());
    });
  });

  describe('an app', () => {
    it.each(['normal', 'hard'] as const)('is refreshed: %s', async (refresh) => {
      const { argocd, target } = connection();
      const app = await argocd.reader.getApp(target.app, { refresh });
      expect(app).toMatchObject({
        project: target.app.project,
        sync: { status: 'Synced', revisions: [expect.any(String)] },
        health: { status: 'Healthy' },
      });
      expect(app.history).not.toBeUndefined();
    });

    it('has resources, told alike by probe, list and detail', async () => {
      const { argocd, target } = connection();
      const probes = await argocd.reader.probeResources(target.app);
      const managed = await argocd.reader.managedResources(target.app);
      const app = await argocd.reader.getApp(target.app);
      expect(managed.map(({ ref, resourceVersion }) => ({ ...ref, resourceVersion }))).toEqual(
        probes.map(({ modified, ...probe }) => probe),
      );
      for (const { ref, isDrifting } of managed) {
        const listed = app.resources.find((resource) => isSame(resource, ref));
        expect(listed?.status).toBe(isDrifting ? 'OutOfSync' : 'Synced');
      }
    });

    it('has manifests on both sides, one resource at a time as well', async () => {
      const { argocd, target } = connection();
      for (const { ref } of await argocd.reader.managedResources(target.app)) {
        const [only, ...others] = await argocd.reader.managedResources(target.app, ref);
        expect(others).toEqual([]);
        for (const state of [only?.target(), only?.live(), only?.normalizedLive(), only?.predicted()]) {
          expect(state).toMatchObject({ kind: ref.kind, metadata: { name: ref.name } });
        }
        if (ref.kind === 'Secret' && ref.group === '') {
          for (const value of Object.values(objectAt(only?.live(), 'data'))) expect(value).toMatch(/^\+{8,}$/);
        }
      }
    });

    it('is rendered', async () => {
      const { argocd, target } = connection();
      const rendered = await argocd.reader.manifests(target.app);
      const managed = await argocd.reader.managedResources(target.app);
      const names = rendered.map(
        (manifest) => `${String(at(manifest, 'kind'))}/${stringAt(manifest, 'metadata', 'name')}`,
      );
      expect(names.toSorted()).toEqual(managed.map(({ ref }) => `${ref.kind}/${ref.name}`).toSorted());
    });

    it('has a tree whose parents are in it', async () => {
      const { argocd, target } = connection();
      const nodes = await argocd.reader.resourceTree(target.app);
      const uids = new Set(nodes.map(({ uid }) => uid));
      expect(nodes.length).toBeGreaterThan(0);
      for (const { parents } of nodes) for (const parent of parents) expect(uids).toContain(parent.uid);
    });

    it('has events, of itself and of its parts', async () => {
      const { argocd, target } = connection();
      const [node] = await argocd.reader.resourceTree(target.app);
      const events = await argocd.reader.events(target.app);
      for (const event of events) expect(event).toMatchObject({ object: `Application/${target.app.ref.name}` });
      if (node) {
        expect(await argocd.reader.events(target.app, node)).toBeInstanceOf(Array);
        const other = { ...node, uid: '00000000-0000-0000-0000-000000000000' };
        await expect(argocd.reader.events(target.app, other)).rejects.toMatchObject({ code: 'argocd.rejected' });
      }
    });

    it('has logs, and no refusals among them', async ({ skip }) => {
      const { argocd, target } = connection();
      const pod = (await argocd.reader.resourceTree(target.app)).find(({ kind }) => kind === 'Pod');
      if (pod === undefined) return skip('the app has no pod');
      const query = { namespace: pod.namespace, previous: false, tailLines: 3 };
      const log = await argocd.reader.logs(target.app, { ...query, pod: pod.name });
      expect(log.length).toBeLessThanOrEqual(3);
      expect(await argocd.reader.logs(target.app, { ...query, pod: 'no-such-pod' })).toEqual([]);
      const previous = await argocd.reader.logs(target.app, { ...query, pod: pod.name, previous: true });
      expect(previous.filter((line) => line.includes('previous terminated container'))).toEqual([]);
    });

    it('has a revision with a message', async () => {
      const { argocd, target } = connection();
      const [revision = ''] = (await argocd.reader.getApp(target.app)).sync.revisions;
      expect(await argocd.reader.revisionDetails(target.app, revision)).toMatchObject({
        revision,
        author: expect.any(String),
        date: expect.any(String),
        message: expect.any(String),
      });
      await expect(argocd.reader.revisionDetails(target.app, '0'.repeat(40))).rejects.toMatchObject({ retry: false });
    });

    it('has windows with a zone', async () => {
      const { argocd, target } = connection();
      const { canSync, assigned } = await argocd.reader.windows(target.app);
      expect(canSync).toBe(true);
      for (const { timeZone, schedule } of assigned) expect([timeZone, schedule]).not.toContain('');
    });
  });

  describe('a watch', () => {
    it('begins with the apps that are there and ends with the signal', async () => {
      const { argocd, target } = connection();
      const controller = new AbortController();
      const seen: unknown[] = [];
      const { project, ref } = target.app;
      for await (const change of argocd.reader.watchApps({ projects: [project] }, { signal: controller.signal })) {
        seen.push(change);
        if (change.ref.name === ref.name) controller.abort();
      }
      const identity = expect.stringMatching(/./);
      expect(seen.at(-1)).toEqual({ type: 'added', ref: { ...ref, server: 'contract' }, project, identity });
    });
  });
}
