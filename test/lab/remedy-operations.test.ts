import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCrashProxy } from '../support/crash-proxy.ts';
import { GRACE, type RemedyBot, words } from '../support/remedy-bot.ts';
import { makeServing } from '../support/serve-process.ts';
import { findObstacle } from './obstacle.ts';
import { PATIENCE_MS } from './remedy/bot.ts';
import { carryOut, type Row, recordRows, restore, seen } from './remedy/carry-out.ts';
import { present } from './remedy/dumps.ts';
import { makeRemedyGround, type RemedyGround } from './remedy/ground.ts';
import { arrangeBadRelease, arrangeDeadlock, arrangeStuckHook } from './remedy/situations.ts';
import { typed } from './remedy/typed.ts';
import { startLabWorker } from './remedy/worker.ts';
import { openLab } from './running-lab.ts';
import { deletedLive } from './scenarios/deleted-live.ts';

/*
 * What Argo CD's own operations are part of: a rollback, an operation that hangs, pods that hang, and a worker that dies in
 * the middle of a sync. PLUMBLINE_RECORD=1 writes the table into docs/lab.md.
 */

const MINUTE_MS = 60_000;
const lab = (await findObstacle()) === undefined ? await openLab() : undefined;

describe.runIf(lab)('approved operations, on the lab', { timeout: PATIENCE_MS }, () => {
  if (lab === undefined) return;
  let ground: RemedyGround;
  let remedy: RemedyBot;
  const rows: Row[] = [];

  beforeAll(async () => {
    ground = await makeRemedyGround(lab, {
      'bad-release': arrangeBadRelease,
      'stuck-hook': arrangeStuckHook,
      deadlock: arrangeDeadlock,
      'deleted-live': deletedLive.arrange,
    });
    ({ remedy } = ground);
  });

  afterAll(async () => {
    await recordRows(lab.argocdRelease, 'Approved operations', rows);
    await ground?.close();
    lab.kube.close();
  });

  it('start a sync once, also where the worker dies before it could write that down', async () => {
    const bench = ground.benchOf('deleted-live');
    const proxy = makeCrashProxy();
    const serving = await makeServing();
    try {
      const argocdUrl = await proxy.http('argocd', { url: lab.argocdUrl });
      await remedy.bot.stop();
      await remedy.bot.start('bot');
      const worker = await startLabWorker(serving, { lab, ground: ground.rights, remedy, argocdUrl });
      const call = `argocd POST /api/v1/applications/${bench.name}/sync`;
      proxy.watch((seen) => (seen === call ? seen : undefined), {
        call,
        when: 'after',
        kill: () => worker.signal('SIGKILL'),
      });
      const before = (await bench.look('none')).operation.startedAt;
      const message = await remedy.request(bench.name);
      await remedy.approve(message, GRACE);
      expect(await worker.exited(PATIENCE_MS)).toBe(null);
      await seen(bench, { sync: 'Synced' });
      const started = (await bench.look('none')).operation.startedAt;
      expect(started).not.toBe(before);

      proxy.watch((one) => (one === call ? one : undefined));
      await startLabWorker(serving, { lab, ground: ground.rights, remedy, argocdUrl });
      const text = await remedy.becomes(message, /Verified: |Failed: |Superseded: /);
      expect(text).toMatch(/Verified: [\s\S]*1 object synced/);
      expect(proxy.seen).toEqual([]);
      expect((await bench.look('none')).operation.startedAt).toBe(started);
      expect(await present(bench, ['configmap/flags'])).toEqual(['configmap/flags']);
    } finally {
      await serving.close();
      await proxy.close();
      await remedy.bot.stop();
      await remedy.bot.start();
    }
  });

  it('roll a bad release back with auto-sync suspended, which Restore switches on again', async () => {
    const bench = ground.benchOf('bad-release');
    const automated = async () =>
      bench.kubectl('-n', 'argocd', 'get', 'app', bench.name, '-o', 'jsonpath={.spec.syncPolicy.automated}');
    const history = async () =>
      bench.kubectl('-n', 'argocd', 'get', 'app', bench.name, '-o', 'jsonpath={.status.history[*].id}');
    const before = await automated();
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: { sync: 'OutOfSync', health: 'Healthy' } });
    rows.push(done.row);
    expect(await automated()).toBe('');
    expect(await bench.kubectl('get', 'deployment/web', '-o', 'jsonpath={..image}')).toBe('example/web:1.0.0');

    await restore(remedy, bench, done, { sync: 'Synced', health: 'Progressing' });
    expect(await automated()).toBe(before);
    expect(await bench.kubectl('get', 'deployment/web', '-o', 'jsonpath={..image}')).toBe('example/web:2.0.0');

    await bench.patchApp({ syncPolicy: { automated: null } });
    const known = await history();
    await typed(lab, done.byHand);
    expect(await automated()).toBe(before);
    expect(await history()).toBe(known);
  });

  it('terminate an operation that waits for a hook that never ends', async () => {
    const bench = ground.benchOf('stuck-hook');
    expect(words(await remedy.offer(bench.name))).not.toMatch(/Terminate/);
    remedy.bot.clock.advance(11 * MINUTE_MS);
    const done = await carryOut(remedy, bench, {
      ends: 'Verified',
      leaves: { sync: 'OutOfSync', operation: { phase: 'Failed' } },
    });
    rows.push(done.row);
    expect((await bench.look('none')).operation).toMatchObject({
      phase: 'Failed',
      messages: expect.arrayContaining([expect.stringMatching(/terminated/i)]) as string[],
    });
  });

  it('restart pods that hang, once', async () => {
    const bench = ground.benchOf('deadlock');
    remedy.bot.clock.advance(61 * MINUTE_MS);
    const hung = await bench.kubectl('get', 'pods', '-o', 'name');
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: { sync: 'Synced', health: 'Healthy' } });
    rows.push(done.row);
    expect(await bench.kubectl('get', 'pods', '--field-selector=status.phase=Running', '-o', 'name')).not.toContain(
      hung.trim(),
    );
    expect(await bench.kubectl('get', 'replicasets', '-o', 'name')).toMatch(/^\S+\n\S+\n$/);
  });
});
