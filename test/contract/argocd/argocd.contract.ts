import { afterAll, beforeAll, describe } from 'vitest';
import { appContract } from './app.contract.ts';
import { type Connected, connectTo } from './connection.ts';
import { instanceContract } from './instance.contract.ts';
import type { ArgoCdTarget } from './target.ts';
import { writerContract } from './writer.contract.ts';

/** What the Argo CD adapter and any server it is pointed at agree on. */
export function argocdContract(makeTarget: () => Promise<ArgoCdTarget>): void {
  describe('the Argo CD contract', () => {
    let connected: Connected | undefined;

    beforeAll(async () => {
      const target = await makeTarget();
      connected = { target, argocd: connectTo(target) };
    });
    afterAll(() => connected?.argocd.close());

    function connection(): Connected {
      if (connected === undefined) throw new Error('the target did not start');
      return connected;
    }

    instanceContract(connection);
    appContract(connection);
    writerContract(connection);
  });
}
