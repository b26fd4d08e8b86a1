import { describe, expect, it } from 'vitest';
import { NotAllowedError, NotFoundError, RejectedError } from '../../../src/core/model/errors.ts';
import { type Connection, connectTo } from './connection.ts';

export function instanceContract(connection: Connection): void {
  describe('the instance', () => {
    it('tells its time, to the second', async () => {
      const time = await connection().argocd.reader.serverTime();
      expect(time?.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
      expect(time?.getMilliseconds()).toBe(0);
    });

    it('has a version and settings', async () => {
      const { reader } = connection().argocd;
      expect(await reader.version()).toMatch(/^v\d+\.\d+/);
      expect(await reader.settings()).toMatchObject({
        trackingMethod: expect.stringMatching(/^(annotation|label|annotation\+label)$/),
        instanceLabelKey: expect.any(String),
        controllerNamespace: expect.any(String),
        appsInAnyNamespace: expect.any(Boolean),
      });
    });

    it('knows who asks and what they may do', async () => {
      const { argocd, target } = connection();
      const object = `${target.app.project}/${target.app.ref.name}`;
      expect(await argocd.reader.whoAmI()).toEqual({ loggedIn: true, username: expect.stringMatching(/./) });
      expect(await argocd.reader.canI('applications', 'get', object)).toBe(true);
      expect(await argocd.reader.canI('applications', 'delete', object)).toBe(false);
      await expect(argocd.reader.canI('applications', 'frobnicate', object)).rejects.toBeInstanceOf(RejectedError);
    });

    it('has clusters', async () => {
      const { argocd, target } = connection();
      const { destination } = await argocd.reader.getApp(target.app);
      const clusters = await argocd.reader.clusters();
      const found = clusters.find(({ server, name }) => server === destination.server || name === destination.name);
      expect(found?.status).toMatch(/^(Successful|Failed|Unknown)$/);
    });

    it('does not accept another token', async () => {
      const stranger = connectTo(connection().target, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2lnbmF0dXJl');
      const { reader } = stranger;
      expect(await reader.whoAmI().catch((error: unknown) => error)).toSatisfy(isStranger);
      await expect(Array.fromAsync(reader.listApps({}))).rejects.toMatchObject({ code: 'argocd.unauthenticated' });
      const watch = reader.watchApps({})[Symbol.asyncIterator]();
      await expect(watch.next()).rejects.toMatchObject({ code: 'argocd.unauthenticated' });
      await stranger.close();
    });

    it('tells gone from forbidden only where the project is known', async () => {
      const { argocd, target } = connection();
      const ref = { ...target.app.ref, name: 'no-such-app' };
      await expect(argocd.reader.getApp({ ref, project: target.app.project })).rejects.toBeInstanceOf(NotFoundError);
      await expect(argocd.reader.getApp({ ref })).rejects.toBeInstanceOf(NotAllowedError);
    });
  });
}

/** Argo CD answers 401 to a token that it can read but not verify, and nobody to one that it cannot read. */
function isStranger(value: unknown): boolean {
  return value instanceof NotAllowedError || JSON.stringify(value) === '{"loggedIn":false,"username":""}';
}
