import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRACE, LINUS, type RemedyBot, words } from '../support/remedy-bot.ts';
import type { WritingGround } from './doctor/writing-ground.ts';
import { findObstacle } from './obstacle.ts';
import { PATIENCE_MS } from './remedy/bot.ts';
import { carryOut, HEALTHY, type Row, recordRows, restore, seen } from './remedy/carry-out.ts';
import { dump, present, withoutLastApplied } from './remedy/dumps.ts';
import { arranged, makeRemedyGround, type RemedyGround } from './remedy/ground.ts';
import { arrangeLeftovers, LEFTOVERS } from './remedy/leftover-chart.ts';
import { arrangeClusterLeftovers, CLUSTER_LEFTOVERS } from './remedy/leftover-ingress.ts';
import { typed } from './remedy/typed.ts';
import type { Bench } from './replay/bench.ts';
import { openLab } from './running-lab.ts';
import { leftoverBecameHook } from './scenarios/leftover-became-hook.ts';

/*
 * Leftovers deleted and brought back: the service that ships, with the rights of deploy/remediation, on a real Argo CD and a
 * real cluster; only Slack is simulated. PLUMBLINE_RECORD=1 writes the table into docs/lab.md, PLUMBLINE_LAB_FEW=1 leaves out
 * what takes long.
 */

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;
const isFew = process.env.PLUMBLINE_LAB_FEW === '1';

describe.runIf(lab)('approved clean-ups, on the lab', { timeout: PATIENCE_MS }, () => {
  if (lab === undefined) return;
  let ground: RemedyGround;
  let remedy: RemedyBot;
  let rights: WritingGround;
  const rows: Row[] = [];
  const benchOf = (id: string): Bench => ground.benchOf(id);

  beforeAll(async () => {
    ground = await makeRemedyGround(lab, {
      leftovers: arrangeLeftovers,
      ...(isFew ? {} : { cluster: arrangeClusterLeftovers, hook: arranged(leftoverBecameHook) }),
    });
    ({ remedy, rights } = ground);
  });

  afterAll(async () => {
    await recordRows(lab.argocdRelease, 'Approved clean-ups', rows);
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
    const printed = await typed(lab, done.byHand);
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

  it.skipIf(isFew)('delete what belongs to the whole cluster, approved by two who type its name', async () => {
    const bench = benchOf('cluster');
    const before = await dump(bench, CLUSTER_LEFTOVERS);
    const done = await carryOut(remedy, bench, {
      ends: 'Verified',
      leaves: HEALTHY,
      approvers: [GRACE, LINUS],
      typed: bench.name,
    });
    rows.push(done.row);
    expect(await present(bench, CLUSTER_LEFTOVERS)).toEqual([]);
    const back = await restore(remedy, bench, done, { sync: 'OutOfSync', health: 'Healthy' });
    expect(back.match(/is back/g)).toHaveLength(CLUSTER_LEFTOVERS.length);
    expect(await dump(bench, CLUSTER_LEFTOVERS)).toEqual(before);
  });

  it.skipIf(isFew)('delete a leftover that has become a hook', async () => {
    const bench = benchOf('hook');
    const done = await carryOut(remedy, bench, { ends: 'Verified', leaves: { sync: 'Synced' } });
    rows.push(done.row);
    await restore(remedy, bench, done, leftoverBecameHook.argocd);
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
