import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoctorGround, makeDoctorGround } from './doctor/ground.ts';
import { nameOf, rowOf, without } from './doctor/rows.ts';
import { tableOf, writeSection } from './document.ts';
import { findObstacle } from './obstacle.ts';
import { makeBench } from './replay/bench.ts';
import { cleanUp } from './replay/clean-up.ts';
import { aConfigMap, asYaml } from './replay/manifests.ts';
import { aProject } from './replay/project.ts';
import { PROJECT } from './replay/scenario.ts';
import { openLab } from './running-lab.ts';

/*
 * `plumbline doctor` with the least rights, and with each of them taken away in turn. PLUMBLINE_RECORD=1 writes the table
 * into docs/lab.md; PLUMBLINE_LAB_FEW=1 takes away only a few.
 */

const ONE_AT_A_TIME_MS = 900_000;
/** Lines that the policy of a read-only account may lack: nothing asks for them yet. */
const UNUSED = new Set(['applicationsets']);
/** Groups of kinds that are served only where their product is installed. */
const OPTIONAL = new Set(['argoproj.io', 'autoscaling.k8s.io', 'keda.sh', 'gateway.networking.k8s.io']);

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;
const isFew = process.env.PLUMBLINE_LAB_FEW === '1';

describe.runIf(lab)('the doctor, on the lab', () => {
  if (lab === undefined) return;
  let ground: DoctorGround;
  const rows: (readonly string[])[] = [];

  beforeAll(async () => {
    await cleanUp(lab);
    const bench = await makeBench(lab, 'doctor');
    await bench.apply(aProject(PROJECT));
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp();
    await bench.waitFor({ sync: 'OutOfSync' });
    ground = await makeDoctorGround(lab);
  });

  afterAll(async () => {
    await ground.close();
    await cleanUp(lab);
    lab.kube.close();
  });

  it.each(['plumbline-read', 'plumbline-write'] as const)('is green for %s', async (account) => {
    const { code, checks } = await ground.examine(account);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(code).toBe(0);
  });

  it('is red without each line of the read-only policy', { timeout: ONE_AT_A_TIME_MS }, async () => {
    const lines = ground.policy.filter((line) => line.includes('role:plumbline-read') && !line.includes('-write'));
    expect(lines.length).toBeGreaterThan(4);
    for (const line of isFew ? lines.slice(0, 1) : lines) {
      const [kind, , resource = '', action = '', object = ''] = line.split(', ');
      const probe = kind === 'g' ? ['applications', 'get', '*/*'] : [resource, action, object];
      await ground.setPolicy(without(ground.policy, line), probe, false);
      const { code, checks } = await ground.examine();
      rows.push(rowOf(`\`${line}\``, checks, () => false));
      const failed = checks.filter(({ ok }) => !ok);
      if (UNUSED.has(resource)) {
        expect(failed, line).toEqual([]);
      } else {
        expect(code, line).toBe(1);
        expect(failed.map(({ repair }) => repair).join('\n'), line).toContain(`, ${probe.join(', ')}, allow`);
      }
      await ground.setPolicy(ground.policy, probe, true);
    }
  });

  it('is red without each rule of the ClusterRole', { timeout: ONE_AT_A_TIME_MS }, async () => {
    expect(ground.rules.length).toBeGreaterThan(20);
    for (const rule of isFew ? ground.rules.slice(1, 3) : ground.rules) {
      await ground.setRules(without(ground.rules, rule), rule);
      const { code, checks } = await ground.examine();
      rows.push(rowOf(nameOf(rule), checks, ({ says }) => says.includes('needed only where')));
      const text = checks.map(({ says, repair }) => `${says} ${repair}`).join('\n');
      for (const resource of rule.resources) expect(text, nameOf(rule)).toContain(resource);
      if (OPTIONAL.has(rule.apiGroups[0] ?? '')) expect(code, nameOf(rule)).toBe(0);
      else {
        expect(code, nameOf(rule)).toBe(1);
        expect(text).toContain(`{apiGroups: ["${rule.apiGroups[0]}"], resources: [${rule.resources[0]}`);
      }
      await ground.setRules(ground.rules, rule);
    }
  });

  it('is what docs/lab.md shows', async ({ skip }) => {
    skip(process.env.PLUMBLINE_RECORD !== '1' || isFew, 'PLUMBLINE_RECORD=1 writes it');
    const table = tableOf(['taken away', '`plumbline doctor`', 'what it says', 'and how to mend it'], rows);
    await writeSection('the doctor', ['## The doctor without a right', '', ...table].join('\n'));
    expect(rows.length).toBeGreaterThan(25);
  });
});
