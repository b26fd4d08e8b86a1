import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PolicyRule, Probe } from './doctor/rights.ts';
import { nameOf, rowOf, without } from './doctor/rows.ts';
import { makeWritingGround, type WritingGround } from './doctor/writing-ground.ts';
import { tableOf, writeSection } from './document.ts';
import { findObstacle } from './obstacle.ts';
import { makeBench } from './replay/bench.ts';
import { cleanUp } from './replay/clean-up.ts';
import { aConfigMap, asYaml } from './replay/manifests.ts';
import { aProject } from './replay/project.ts';
import { PROJECT } from './replay/scenario.ts';
import { openLab } from './running-lab.ts';

/*
 * `plumbline doctor` on the account that makes approved changes: with the rights of deploy/remediation, and with each of them
 * taken away in turn. PLUMBLINE_RECORD=1 writes the table into docs/lab.md; PLUMBLINE_LAB_FEW=1 takes away only a few.
 */

const ONE_AT_A_TIME_MS = 900_000;
/** Refused, these are said and fail nothing: their product may not be installed. */
const OPTIONAL = new Set(['rollouts', 'verticalpodautoscalers', 'scaledobjects', 'gateways']);

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;
const isFew = process.env.PLUMBLINE_LAB_FEW === '1';

describe.runIf(lab)('the doctor on the account of changes, on the lab', () => {
  if (lab === undefined) return;
  let ground: WritingGround;
  const rows: (readonly string[])[] = [];

  beforeAll(async () => {
    await cleanUp(lab);
    const bench = await makeBench(lab, 'doctor-writing');
    await bench.apply(aProject(PROJECT));
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp();
    await bench.waitFor({ sync: 'OutOfSync' });
    ground = await makeWritingGround(lab);
  });

  afterAll(async () => {
    await ground.close();
    await cleanUp(lab);
    lab.kube.close();
  });

  it('is green with the least rights, and has nothing to note about changes', async () => {
    const { code, checks } = await ground.examine();
    const changes = checks.filter(({ name }) => name.startsWith('changes'));
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.filter(({ ok, isNote }) => !ok || isNote)).toEqual([]);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(code).toBe(0);
  });

  it('is red where one account reads and writes', async () => {
    const { code, checks } = await ground.examine('plumbline-read');
    expect(code).toBe(1);
    const failed = checks.filter(({ ok }) => !ok);
    expect(failed.map(({ name }) => name)).toEqual([
      'changes: the account is another one',
      'changes: may sync applications',
    ]);
    expect(failed[0]?.repair).toContain('argocd account generate-token --account plumbline-write');
  });

  it('is red without each line of the policy', { timeout: ONE_AT_A_TIME_MS }, async () => {
    const lines = ground.policy.filter((line) => line.startsWith('p, role:plumbline-write, '));
    expect(lines).toHaveLength(2);
    for (const line of isFew ? lines.slice(0, 1) : lines) {
      const [, , ...right] = line.split(', ');
      const probe = right.slice(0, 3);
      await ground.setPolicy(without(ground.policy, line), probe, false);
      const { code, checks } = await ground.examine();
      rows.push(rowOf(`\`${line}\``, checks, () => false));
      expect(code, line).toBe(1);
      expect(checks.map(({ repair }) => repair).join('\n'), line).toContain(line);
      await ground.setPolicy(ground.policy, probe, true);
    }
  });

  it('is red without each rule of the ClusterRole', { timeout: ONE_AT_A_TIME_MS }, async () => {
    expect(ground.rules.length).toBeGreaterThan(20);
    for (const rule of isFew ? ground.rules.slice(0, 2) : ground.rules) {
      const probe = probeOf(rule);
      await ground.setRules(without(ground.rules, rule), probe, false);
      const { code, checks } = await ground.examine();
      rows.push(rowOf(nameOf(rule), checks, ({ says }) => says.startsWith('may not')));
      const text = checks.map(({ says, repair }) => `${says} ${repair}`).join('\n');
      for (const resource of rule.resources) expect(text, nameOf(rule)).toContain(resource);
      const isNeeded = !OPTIONAL.has(rule.resources[0] ?? '') && !rule.verbs.includes('bind');
      expect(code, nameOf(rule)).toBe(isNeeded ? 1 : 0);
      if (isNeeded) expect(text).toContain(`{apiGroups: ["${rule.apiGroups[0]}"], resources: [${rule.resources[0]}`);
      await ground.setRules(ground.rules, probe, true);
    }
  });

  it('is red where nothing can be kept', { timeout: ONE_AT_A_TIME_MS }, async () => {
    // the ClusterRole lets it do everything else to Secrets
    const probe = { verb: 'list', group: '', resource: 'secrets', namespace: ground.namespace };
    await ground.setBundleRules([], probe, false);
    const { code, checks } = await ground.examine();
    rows.push(rowOf('the Role of bundles', checks, () => false));
    expect(code).toBe(1);
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      { name: 'changes: dumps', says: `may not list secrets in namespace ${ground.namespace}` },
    ]);
    await ground.setBundleRules(ground.bundleRules, probe, true);
  });

  it('is what docs/lab.md shows', async ({ skip }) => {
    skip(process.env.PLUMBLINE_RECORD !== '1' || isFew, 'PLUMBLINE_RECORD=1 writes it');
    const table = tableOf(['taken away', '`plumbline doctor`', 'what it says', 'and how to mend it'], rows);
    const content = ['## The doctor without a right to change', '', ...table].join('\n');
    await writeSection('the doctor of changes', content);
    expect(rows.length).toBeGreaterThan(25);
  });
});

/** Reading is granted by another role as well, so that the last verb tells. */
function probeOf({ apiGroups, resources, verbs }: PolicyRule): Probe {
  return { verb: verbs.at(-1) ?? '', group: apiGroups[0] ?? '', resource: resources[0] ?? '' };
}
