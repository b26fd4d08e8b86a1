import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRACE, type RemedyBot, words } from '../support/remedy-bot.ts';
import type { WritingGround } from './doctor/writing-ground.ts';
import { findObstacle } from './obstacle.ts';
import { PATIENCE_MS } from './remedy/bot.ts';
import { carryOut, handCommand, type Row, recordRows, restore, seen } from './remedy/carry-out.ts';
import { dump, present, withoutLastApplied, withoutRevision } from './remedy/dumps.ts';
import { makeRemedyGround, type RemedyGround } from './remedy/ground.ts';
import { arrangeLeftovers, LEFTOVERS } from './remedy/leftover-chart.ts';
import { arrangeClosedWindow } from './remedy/situations.ts';
import { typed } from './remedy/typed.ts';
import type { Bench } from './replay/bench.ts';
import { type Scenario, scenarioOn } from './replay/scenario.ts';
import { openLab } from './running-lab.ts';
import { deletedLive } from './scenarios/deleted-live.ts';
import { gitIsAhead } from './scenarios/git-is-ahead.ts';
import { leftoverBecameHook } from './scenarios/leftover-became-hook.ts';
import { manualChanges } from './scenarios/manual-changes.ts';
import { trackingRemoved } from './scenarios/tracking-removed.ts';

/*
 * Approved changes from the offer to the restore: the service that ships, with the rights of deploy/remediation, on a real
 * Argo CD and a real cluster; only Slack is simulated. PLUMBLINE_RECORD=1 writes the table into docs/lab.md,
 * PLUMBLINE_LAB_FEW=1 leaves out what takes long.
 */

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;
const isFew = process.env.PLUMBLINE_LAB_FEW === '1';

describe.runIf(lab)('approved changes, on the lab', { timeout: PATIENCE_MS }, () => {
  if (lab === undefined) return;
  let ground: RemedyGround;
  let remedy: RemedyBot;
  let rights: WritingGround;
  const rows: Row[] = [];
  const HEALTHY = { sync: 'Synced', health: 'Healthy', drifting: [] } as const;
  const benchOf = (id: string): Bench => ground.benchOf(id);
  const found =
    ({ arrange, argocd }: Scenario) =>
    async (bench: Bench): Promise<void> => {
      await arrange(bench);
      await bench.waitFor(argocd);
    };

  beforeAll(async () => {
    const scenarios = [trackingRemoved, manualChanges, gitIsAhead, deletedLive, leftoverBecameHook];
    ground = await makeRemedyGround(lab, {
      leftovers: arrangeLeftovers,
      ...Object.fromEntries(scenarios.map((scenario) => [scenario.id, found(scenarioOn(scenario, lab.argocdRelease))])),
      window: arrangeClosedWindow,
    });
    ({ remedy, rights } = ground);
  });

  afterAll(async () => {
    await recordRows(lab.argocdRelease, 'Approved changes', rows);
    await ground?.close();
    lab.kube.close();
  });

  it('are possible with the rights of deploy/remediation, and the doctor says so', async () => {
    const { code, checks } = await rights.examine();
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(code).toBe(0);
  });

  it('delete what a disabled sub-chart left, keep it as a Secret, and bring it back as it was', async () => {
    const bench = benchOf('leftovers');
    const before = await dump(bench, LEFTOVERS);
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: HEALTHY });
    rows.push(done.row);
    expect(await present(bench, LEFTOVERS)).toEqual([]);
    expect(done.row.did).toBe(`8 objects gone, ${bench.name} Healthy throughout; Synced now`);
    const bundles = await bench.kubectl('-n', rights.namespace, 'get', 'secret', '-o', 'name');
    expect(bundles).toContain(`plumbline-bundle-${done.planId}`);

    const back = await restore(remedy, bench, done, { sync: 'OutOfSync', health: 'Healthy' });
    expect(back.match(/is back/g)).toHaveLength(8);
    expect(await dump(bench, LEFTOVERS)).toEqual(before);
    expect(words(await remedy.offer(bench.name))).toMatch(/Delete 8 leftovers/);

    await bench.kubectl('delete', ...LEFTOVERS);
    const printed = await typed(lab, handCommand(remedy, done.message));
    expect(printed.match(/ created$/gm)).toHaveLength(8);
    expect(withoutLastApplied(await dump(bench, LEFTOVERS))).toEqual(withoutLastApplied(before));
    await seen(bench, { sync: 'OutOfSync', health: 'Healthy' });
  });

  it.skipIf(isFew)('are taken back by `plumbline restore`, without Redis', async () => {
    const bench = benchOf('leftovers');
    const before = await dump(bench, LEFTOVERS);
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: HEALTHY });
    const { code, out } = await rights.plumbline(['restore', done.planId]);
    expect(out).toContain('8 of 8 objects are as before.');
    expect(code).toBe(0);
    expect(await dump(bench, LEFTOVERS)).toEqual(before);
    rows.push({ ...done.row, restored: `${await seen(bench, { sync: 'OutOfSync' })} (by \`plumbline restore\`)` });
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

  it.skipIf(isFew)('delete a leftover that has become a hook', async () => {
    const bench = benchOf(leftoverBecameHook.id);
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: { sync: 'Synced' } });
    rows.push(done.row);
    await restore(remedy, bench, done, leftoverBecameHook.argocd);
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

  it('are refused in words without a right of Kubernetes’', async () => {
    const bench = benchOf('leftovers');
    const probe = { verb: 'delete', group: 'policy', resource: 'poddisruptionbudgets' };
    const without = rights.rules.filter(({ resources }) => !resources.includes('poddisruptionbudgets'));
    const before = await dump(bench, LEFTOVERS);
    const message = await remedy.request(bench.name);
    await rights.setRules(without, probe, false);
    await remedy.approve(message, GRACE);
    const text = await remedy.becomes(message, /Superseded: |Failed: |Verified: /);
    expect(text).toMatch(/Superseded: [\s\S]*cannot (get|delete) resource "poddisruptionbudgets"/);
    expect(await dump(bench, LEFTOVERS)).toEqual(before);
    expect(words(await remedy.offer(bench.name))).toMatch(/Left out: PodDisruptionBudget\/redis/);
    await rights.setRules(rights.rules, probe, true);
  });
});
