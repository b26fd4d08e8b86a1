import type { Manifest } from '../kubernetes/resource-paths.ts';
import { asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function runner(annotations: Readonly<Record<string, string>> = {}): Manifest {
  const spec = { containers: [{ name: 'runner', image: 'example/runner:1.0.0' }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'runner', annotations }, spec };
}

/** Argo CD calls a Pod of its own Degraded as soon as a container backs off; below a Deployment it says Progressing. */
export const crashingPod: Scenario = {
  id: 'crashing-pod',
  title: 'crash-looping Pod that Git states itself, Degraded',
  async arrange(bench) {
    await bench.commit({ 'runner.yaml': asYaml(runner({ 'lab/crash-loop': 'true' })) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { health: 'Degraded' },
  plumbline: { lead: 'degraded' },
  fix: {
    says: 'the Pod deleted and what makes it crash removed in Git, then synced',
    async apply(bench) {
      await bench.commit({ 'runner.yaml': asYaml(runner()) });
      await bench.kubectl('delete', 'pod/runner');
      await bench.sync();
    },
    leaves: { sync: 'Synced', health: 'Healthy' },
  },
};
