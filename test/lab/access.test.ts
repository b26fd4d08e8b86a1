import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanDocument } from '../../src/core/memory/scan-result.ts';
import type { Check } from '../../src/flows/doctor/check.ts';
import { mintProjectToken } from './argocd/api-tokens.ts';
import { withApplicationNamespaces } from './argocd/application-namespaces.ts';
import { findObstacle } from './obstacle.ts';
import { type Bench, makeBench } from './replay/bench.ts';
import { cleanUp } from './replay/clean-up.ts';
import { aConfigMap, asYaml } from './replay/manifests.ts';
import { scan } from './replay/plumbline.ts';
import { aProject } from './replay/project.ts';
import { PREFIX, PROJECT } from './replay/scenario.ts';
import { runPlumbline } from './run-plumbline.ts';
import { openLab } from './running-lab.ts';

/* Who may see what: tokens of a project, and Applications outside Argo CD's own namespace. */

const TEAM = `${PREFIX}team-project`;
const lab = (await findObstacle()) === undefined ? await openLab() : undefined;

describe.runIf(lab)('access, on the lab', () => {
  if (lab === undefined) return;
  let bench: Bench;

  beforeAll(async () => {
    await cleanUp(lab);
    bench = await makeBench(lab, 'access');
    await bench.apply(aProject(PROJECT));
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('patch', 'configmap/web', '--patch', '{"data":{"greeting":"goodbye"}}');
    await bench.waitFor({ sync: 'OutOfSync' });
  });

  afterAll(async () => {
    await cleanUp(lab);
    lab.kube.close();
  });

  describe('a token of a project', () => {
    const role = {
      name: 'plumbline',
      policies: [`p, proj:${TEAM}:plumbline, applications, get, ${TEAM}/*, allow`],
    };
    let token: string;

    beforeAll(async () => {
      await bench.apply(aProject(TEAM, { roles: [role] }));
      await bench.createApp({ name: `${bench.name}-team`, project: TEAM });
      await bench.waitFor({ sync: 'OutOfSync' }, `${bench.name}-team`);
      token = await mintProjectToken(lab.kube, lab.argocdUrl, { project: TEAM, role: 'plumbline' });
    });

    it.each([
      ['without a cluster', ''],
      ['with one', lab.kubeconfig],
    ])('shows the apps of its project and no others, %s', async (_, kubeconfig) => {
      const document = await scan({ argocdUrl: lab.argocdUrl, token, kubeconfig });
      expect(document.apps).toBe(1);
      expect(appsOf(document)).toEqual([`${bench.name}-team`]);
    });

    it('sees that a neighbour holds what both render', async () => {
      const document = await scan({ argocdUrl: lab.argocdUrl, token, kubeconfig: '' });
      const shared = document.findings.find(({ class: name }) => name === 'shared');
      expect(shared?.owner).toBe(`Application ${bench.name}`);
    });

    it('is told by the doctor what it cannot do', async () => {
      const access = { argocdUrl: lab.argocdUrl, token, kubeconfig: lab.kubeconfig };
      const { code, out } = await runPlumbline(access, ['doctor', '--json']);
      const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
      expect(code).toBe(1);
      expect(checks.find(({ name }) => name === 'applications are visible')).toMatchObject({ ok: true });
      expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain('may get projects');
    });
  });

  it('reaches Applications in any namespace', { timeout: 600_000 }, async () => {
    const [red, blue] = [`${PREFIX}team-red`, `${PREFIX}team-blue`];
    const token = lab.tokenOf('plumbline-read');
    for (const name of [red, blue]) await bench.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await bench.apply(aProject(TEAM, { sourceNamespaces: [`${PREFIX}team-*`] }));

    await withApplicationNamespaces(`${PREFIX}team-*`, async () => {
      for (const home of [red, blue]) await bench.createApp({ name: 'web', home, project: TEAM, namespace: home });
      await bench.waitFor({ sync: 'OutOfSync' }, `${red}/web`);
      await bench.waitFor({ sync: 'OutOfSync' }, `${blue}/web`);
      const document = await scan({ argocdUrl: lab.argocdUrl, token, kubeconfig: lab.kubeconfig });
      const found = document.findings.filter(({ app }) => app.endsWith('web'));
      expect(found.map(({ class: name, resource }) => [name, resource?.namespace]).toSorted()).toEqual([
        ['pending', blue],
        ['pending', red],
      ]);
      const one = await runPlumbline({ argocdUrl: lab.argocdUrl, token, kubeconfig: '' }, ['app', `${red}/web`]);
      expect(one.code).toBe(1);
      expect(one.out).toMatch(new RegExp(`never synced[^]*${red}|${red}[^]*never synced`));
    });
  });
});

function appsOf({ findings }: ScanDocument): readonly string[] {
  return [...new Set(findings.map(({ app }) => app))];
}
