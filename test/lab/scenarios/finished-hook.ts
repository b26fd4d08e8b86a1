import type { Manifest } from '../kubernetes/resource-paths.ts';
import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export function aJob(name: string, annotations: Readonly<Record<string, string>> = {}): Manifest {
  const containers = [{ name: 'migrate', image: 'example/migrate:1.0.0' }];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, annotations },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  };
}

/** The finished Job stays listed, without a sync status: a hook never makes an app OutOfSync. */
export const finishedHook: Scenario = {
  id: 'finished-hook',
  title: 'F: finished PostSync hook Job (no drift)',
  async arrange(bench) {
    const job = aJob('init-electric', { 'argocd.argoproj.io/hook': 'PostSync' });
    await bench.commit({ 'job.yaml': asYaml(job, aConfigMap('web')) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', health: 'Healthy', drifting: [], operation: { phase: 'Succeeded' } },
  plumbline: { lead: null },
};
