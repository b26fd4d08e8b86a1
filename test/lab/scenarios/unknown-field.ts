import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const unknownField: Scenario = {
  id: 'unknown-field',
  title: 'B: misspelt field of a custom resource, pruned by the API server',
  async arrange(bench) {
    await bench.apply(aCrd('LabQueue', { type: 'object', properties: { retention: { type: 'string' } } }));
    await bench.commit({ 'queue.yaml': asYaml(aCustomResource('LabQueue', 'mail', { retension: '7d' })) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: ['LabQueue/mail'], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'explicit-default', paths: ['/spec/retension'] },
  fix: {
    says: 'the name corrected in Git, then synced',
    async apply(bench) {
      await bench.commit({ 'queue.yaml': asYaml(aCustomResource('LabQueue', 'mail', { retention: '7d' })) });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
