import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request as httpRequest } from 'undici';
import { describe, expect, it, type TestContext } from 'vitest';
import { parseAddress } from '../../../src/adapters/argocd/address.ts';
import { defined } from '../../../src/core/model/defined.ts';
import type { AppState } from '../../../src/core/model/observation.ts';
import type { AppHandle, ArgoCdReader, ArgoCdWriter } from '../../../src/ports/argocd.ts';
import { type Connection, connectTo } from './connection.ts';
import type { ArgoCdTarget } from './target.ts';

const PATIENCE_MS = 60_000;
const request = { resources: [], prune: false, reason: 'contract suite' };

export function writerContract(connection: Connection): void {
  function writing(skip: TestContext['skip']): ArgoCdTarget & { reader: ArgoCdReader; writer: ArgoCdWriter } {
    const { target, argocd } = connection();
    return argocd.writer ? { ...target, reader: argocd.reader, writer: argocd.writer } : skip('no write token');
  }

  describe('a write', { timeout: 2 * PATIENCE_MS }, () => {
    it('needs the other token', async ({ skip }) => {
      const { app, ...target } = writing(skip);
      const { writer, close } = connectTo({ ...target, app, writeToken: target.token });
      await expect(writer?.sync(app, request)).rejects.toMatchObject({
        code: 'argocd.forbidden',
        hint: expect.stringMatching(/^Add to policy\.csv of argocd-rbac-cm: p, .+, applications, sync, .+, allow$/),
      });
      await close();
    });

    it('is refused where it makes no sense', async ({ skip }) => {
      const { writer, app } = writing(skip);
      await expect(writer.terminate(app)).rejects.toMatchObject({ name: 'RejectedError' });
      await expect(writer.rollback(app, 987_654)).rejects.toMatchObject({ name: 'RejectedError' });
    });

    it('keeps to sync windows', async ({ skip }) => {
      const { writer, reader, frozen } = writing(skip);
      if (frozen === undefined) return skip('no frozen app');
      await expect(writer.sync(frozen, request)).rejects.toMatchObject({ code: 'argocd.sync-window' });
      expect(await reader.windows(frozen)).toMatchObject({ canSync: false });
    });

    it('brings back one resource that somebody deleted, by a partial sync', async ({ skip }) => {
      const { writer, reader, app, deletable } = writing(skip);
      if (deletable === undefined) return skip('nothing to delete');
      const { version, ...ref } = deletable;
      const { syncOptions } = await reader.getApp(app);

      await deleteByHand(connection().target, app, deletable);
      await until('the deletion to be seen', reader, app, async ({ sync }) => sync.status === 'OutOfSync');
      const [gone] = await reader.managedResources(app, ref);
      expect(gone?.isDrifting).toBe(true);
      expect(gone?.live()).toBeNull();
      expect(gone?.predicted()).toMatchObject({ kind: ref.kind });
      const missing = (await reader.resourceTree(app)).find((node) => node.kind === ref.kind && node.name === ref.name);
      expect(missing).toMatchObject({ uid: '', health: { status: 'Missing' } });

      await writer.sync(app, { ...request, resources: [ref] });
      const synced = await until('the sync to end', reader, app, async ({ sync, operation }) => {
        return sync.status === 'Synced' && operation?.finishedAt !== undefined;
      });
      expect(synced.operation).toMatchObject({
        phase: 'Succeeded',
        reason: request.reason,
        resources: [{ kind: ref.kind, name: ref.name }],
      });
      expect(synced.syncOptions).toEqual(syncOptions);
      expect((await reader.managedResources(app, ref))[0]?.live()).toMatchObject({ kind: ref.kind });
    });

    it('of the whole app ends in history and is seen by a watch', async ({ skip }) => {
      const { writer, reader, app } = writing(skip);
      const before = (await reader.getApp(app)).history?.length ?? 0;
      const controller = new AbortController();
      const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const types: string[] = [];
      for await (const { type, ref } of reader.watchApps({ name: app.ref.name }, { signal })) {
        if (ref.name !== app.ref.name) continue;
        if (types.length === 0) await writer.sync(app, request);
        types.push(type);
        if (type === 'modified') controller.abort();
      }
      expect(types).toContain('modified');
      const done = await until('the sync to end', reader, app, async ({ operation }) => {
        return operation?.finishedAt !== undefined;
      });
      expect(done.operation).toMatchObject({ phase: 'Succeeded', retryCount: 0 });
      expect(done.history?.length ?? 0).toBeGreaterThanOrEqual(before);
    });
  });
}

/** As Argo CD's own page does it: the writer deletes nothing through Argo CD, which takes no precondition. */
async function deleteByHand(
  { server, writeToken = '', ca }: ArgoCdTarget,
  { ref, project = '' }: AppHandle,
  { name: resourceName, ...resource }: NonNullable<ArgoCdTarget['deletable']>,
): Promise<void> {
  const { origin, prefix } = parseAddress(server);
  const query = new URLSearchParams({ appNamespace: ref.namespace, project, resourceName, ...resource });
  const dispatcher = new Agent({ connect: defined({ ca }) });
  const { statusCode, body } = await httpRequest(
    `${origin}${prefix}/api/v1/applications/${ref.name}/resource?${query}`,
    {
      method: 'DELETE',
      headers: { authorization: `Bearer ${writeToken}`, 'content-type': 'application/json' },
      dispatcher,
    },
  );
  expect(statusCode, await body.text()).toBe(200);
  await dispatcher.close();
}

/** Refreshes the app until it is so, and returns it. */
async function until(
  what: string,
  reader: ArgoCdReader,
  app: AppHandle,
  isSo: (app: AppState) => Promise<boolean>,
): Promise<AppState> {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await sleep(200)) {
    const state = await reader.getApp(app, { refresh: 'normal' });
    if (await isSo(state)) return state;
  }
  throw new Error(`waited in vain for ${what}`);
}
