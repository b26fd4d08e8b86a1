import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { objectAt, stringAt } from '../../../src/core/model/json.ts';
import { addController } from '../../../world/cluster/add-controller.ts';
import { makeClusterModel } from '../../../world/cluster/cluster-model.ts';
import { startKubernetesApi } from '../../../world/kubernetes/start-kubernetes-api.ts';
import { workloadController } from '../../../world/story/runtime/workload-controller.ts';
import { describeKubernetes } from './kubernetes.contract.ts';

/* The same suite as against a real API server. */

const clock = { now: () => new Date() };
const folder = await mkdtemp(join(tmpdir(), 'plumbline-contract-'));
const model = makeClusterModel({ server: 'https://kubernetes.default.svc', clock });
addController(model, workloadController({ clock, isCalm: () => true }));
// the controllers of the real cluster that the suite waits for
addController(model, {
  name: 'serviceaccount-controller',
  react({ type, object }, cluster) {
    const name = stringAt(object, 'metadata', 'name');
    if (type !== 'ADDED' || object.kind !== 'Namespace' || name === undefined) return;
    cluster.create(
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } },
      { manager: 'kube-controller-manager' },
    );
  },
});
addController(model, {
  name: 'job-controller',
  react({ type, object }, cluster) {
    if (type !== 'ADDED' || object.kind !== 'Job') return;
    const [name = '', namespace = '', uid = ''] = ['name', 'namespace', 'uid'].map((key) =>
      stringAt(object, 'metadata', key),
    );
    const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }];
    const spec = objectAt(object, 'spec', 'template', 'spec');
    cluster.create(
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${name}-abcde`, namespace, ownerReferences }, spec },
      { manager: 'kube-controller-manager' },
    );
  },
});
const nobody = { token: 'contract-nobody', user: 'plumbline-contract-nobody', rules: [] };
const api = await startKubernetesApi({ model, token: 'contract', grants: [nobody], clock });
const kubeconfig = join(folder, 'kubeconfig');
const restrictedKubeconfig = join(folder, 'restricted');
await writeFile(kubeconfig, api.kubeconfig(), { mode: 0o600 });
await writeFile(restrictedKubeconfig, api.kubeconfig(nobody.token), { mode: 0o600 });

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

describeKubernetes('the simulated cluster', { kubeconfig, restrictedKubeconfig });
