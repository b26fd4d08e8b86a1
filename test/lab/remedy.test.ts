import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RemedyBot, words } from '../support/remedy-bot.ts';
import type { WritingGround } from './doctor/writing-ground.ts';
import { findObstacle } from './obstacle.ts';
import { PATIENCE_MS } from './remedy/bot.ts';
import { carryOut, HEALTHY, type Row, recordRows, restore } from './remedy/carry-out.ts';
import { dump, present, withoutRevision } from './remedy/dumps.ts';
import { arranged, makeRemedyGround, type RemedyGround } from './remedy/ground.ts';
import { arrangeClosedWindow } from './remedy/situations.ts';
import type { Bench } from './replay/bench.ts';
import { openLab } from './running-lab.ts';
import { deletedLive } from './scenarios/deleted-live.ts';
import { gitIsAhead } from './scenarios/git-is-ahead.ts';
import { manualChanges } from './scenarios/manual-changes.ts';
import { trackingRemoved } from './scenarios/tracking-removed.ts';

/*
 * Approved changes from the offer to the restore: the service that ships, with the rights of deploy/remediation, on a real
 * Argo CD and a real cluster; only Slack is simulated. PLUMBLINE_RECORD=1 writes the table into docs/lab.md.
 */

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;

describe.runIf(lab)('approved changes, on the lab', { timeout: PATIENCE_MS }, () => {
  if (lab === undefined) return;
  let ground: RemedyGround;
  let remedy: RemedyBot;
  let rights: WritingGround;
  const rows: Row[] = [];
  const benchOf = (id: string): Bench => ground.benchOf(id);

  beforeAll(async () => {
    const scenarios = [trackingRemoved, manualChanges, gitIsAhead, deletedLive];
    ground = await makeRemedyGround(lab, {
      ...Object.fromEntries(scenarios.map((scenario) => [scenario.id, arranged(scenario)])),
      window: arrangeClosedWindow,
    });
    ({ remedy, rights } = ground);
  });

  afterAll(async () => {
    await recordRows(lab.argocdRelease, 'Approved changes', rows);
    await ground?.close();
    lab.kube.close();
  });

  it('adopt an object, and let it go again', async () => {
    const bench = benchOf(trackingRemoved.id);
    const tracking = () =>
      bench.kubectl(
        'get',
        'configmap/web',
        '-o',
        String.raw`jsonpath={.metadata.annotations.argocd\.argoproj\.io/tracking-id}`,
      );
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: HEALTHY });
    rows.push(done.row);
    expect(await tracking()).toBe(`${bench.name}:/ConfigMap:${bench.name}/web`);
    await restore(remedy, bench, done, trackingRemoved.argocd);
    expect(await tracking()).toBe('');
  });

  it('set back what people edited, and restore their edit', async () => {
    const bench = benchOf(manualChanges.id);
    const edited = ['deployment.apps/web', 'configmap/web'];
    const before = await dump(bench, edited);
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: HEALTHY });
    rows.push(done.row);
    await restore(remedy, bench, done, manualChanges.argocd);
    expect(withoutRevision(await dump(bench, edited))).toEqual(withoutRevision(before));
    expect(words(await remedy.offer(bench.name))).toMatch(/Set 2 objects of .* back to what Git says/);
  });

  it('sync one resource, and put back what it was', async () => {
    const bench = benchOf(gitIsAhead.id);
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: HEALTHY });
    rows.push(done.row);
    await restore(remedy, bench, done, gitIsAhead.argocd);
    expect(await bench.kubectl('get', 'deployment/web', '-o', 'jsonpath={..image}')).toBe('example/web:1.0.0');
  });

  it('wait for no window: superseded, with its next opening', async () => {
    const bench = benchOf('window');
    const done = await carryOut(remedy, bench, { ends: 'Superseded', leaves: { sync: 'OutOfSync' } });
    rows.push(done.row);
    expect(done.row.did).toMatch(/a sync window blocks every sync: deny .*; next opening \d{4}-12-\d\d \d\d:00 UTC/);
  });

  it('are refused in words without a right of Argo CD’s', async () => {
    const bench = benchOf(deletedLive.id);
    const probe = ['applications', 'sync', '*/*'];
    const without = rights.policy.filter((line) => !line.includes('role:plumbline-write, applications, sync'));
    await rights.setPolicy(without, probe, false);
    const done = await carryOut(remedy, bench, { ends: 'Failed', leaves: { sync: 'OutOfSync' } });
    await rights.setPolicy(rights.policy, probe, true);
    rows.push(done.row);
    expect(done.row.did).toMatch(/permission denied: applications, sync, scn-scenarios\/scn-deleted-live/);
    expect(await present(bench, ['configmap/flags'])).toEqual([]);
  });
});
