import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';
import { aJob } from './finished-hook.ts';

export const finishedRun: Scenario = {
  id: 'finished-run',
  title: 'F: finished Job that is no longer in Git',
  async arrange(bench) {
    await bench.commit({ 'job.yaml': asYaml(aJob('test-build')), 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('wait', '--for=condition=complete', '--timeout=60s', 'job/test-build');
    await bench.commit({ 'job.yaml': null });
  },
  argocd: { sync: 'OutOfSync', drifting: ['Job/test-build'] },
  plumbline: { lead: 'hook', paths: [''] },
  fix: {
    says: 'the Job deleted',
    async apply(bench) {
      await bench.kubectl('delete', 'job/test-build');
    },
    leaves: { sync: 'Synced' },
  },
};
