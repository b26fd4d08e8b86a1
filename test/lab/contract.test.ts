import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { argocdContract } from '../contract/argocd/argocd.contract.ts';
import type { ArgoCdTarget } from '../contract/argocd/target.ts';
import { describeKubernetes } from '../contract/kubernetes/kubernetes.contract.ts';
import { writeRestrictedKubeconfig } from '../contract/kubernetes/restricted-kubeconfig.ts';
import { ARGOCD_NAMESPACE } from './argocd/install.ts';
import { findObstacle } from './obstacle.ts';
import { makeBench } from './replay/bench.ts';
import { cleanUp } from './replay/clean-up.ts';
import { aConfigMap, aDeployment, asYaml } from './replay/manifests.ts';
import { aProject } from './replay/project.ts';
import { openLab, type RunningLab } from './running-lab.ts';

/* The suites that hold the simulators, against what they simulate. */

const NEW_YEAR = { kind: 'deny', schedule: '0 0 1 1 *', duration: '1h', timeZone: 'Europe/Berlin' };
const ALWAYS = { kind: 'deny', schedule: '* * * * *', duration: '1h', timeZone: 'UTC' };

const lab = (await findObstacle()) === undefined ? await openLab() : undefined;

describe.runIf(lab)('the contracts, on the lab', () => {
  if (lab === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-contract-'));

  afterAll(async () => {
    await cleanUp(lab);
    lab.kube.close();
    rmSync(folder, { recursive: true, force: true });
  });

  argocdContract(() => arrangeTarget(lab));
  describeKubernetes('the lab', {
    kubeconfig: lab.kubeconfig,
    restrictedKubeconfig: writeRestrictedKubeconfig(lab.kubeconfig, join(folder, 'restricted')),
  });
});

/** One app that is Synced and Healthy, and one that a window blocks. */
async function arrangeTarget(running: RunningLab): Promise<ArgoCdTarget> {
  await cleanUp(running);
  const bench = await makeBench(running, 'contract');
  const { name: project } = bench;
  const frozen = `${project}-frozen`;
  const syncWindows = [
    { ...NEW_YEAR, applications: ['*'], manualSync: true },
    { ...ALWAYS, applications: [frozen] },
  ];
  await bench.apply(aProject(project, { syncWindows }));
  await bench.commit({
    'web/web.yaml': asYaml(aDeployment('web'), aConfigMap('settings')),
    'frozen/frozen.yaml': asYaml(aConfigMap('frozen')),
  });
  await bench.createApp({ project, path: 'web' });
  await bench.createApp({ project, name: frozen, path: 'frozen' });
  await bench.sync();
  await bench.waitFor({ sync: 'Synced', health: 'Healthy' });
  await bench.waitFor({ sync: 'OutOfSync' }, frozen);
  const handle = (name: string) => ({ ref: { server: 'contract', namespace: ARGOCD_NAMESPACE, name }, project });
  const part = { version: 'v1', namespace: bench.name };
  return {
    server: running.argocdUrl,
    token: running.tokenOf('plumbline-read'),
    writeToken: running.tokenOf('plumbline-write'),
    app: handle(bench.name),
    frozen: handle(frozen),
    deletable: { ...part, group: '', kind: 'ConfigMap', name: 'settings' },
  };
}
