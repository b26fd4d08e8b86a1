import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const NAMESPACE = 'scn-missing-namespace-target';

export const missingNamespace: Scenario = {
  id: 'missing-namespace',
  title: 'sync refused: the destination namespace does not exist',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp({ namespace: NAMESPACE });
    await bench.sync();
  },
  argocd: {
    sync: 'OutOfSync',
    drifting: ['ConfigMap/web'],
    operation: { phase: 'Failed', says: /namespaces "scn-missing-namespace-target" not found/ },
  },
  plumbline: { lead: 'sync-failure', paths: [''] },
  fix: {
    says: '`CreateNamespace=true`, then synced',
    async apply(bench) {
      await bench.patchApp({ syncPolicy: { syncOptions: ['CreateNamespace=true'] } });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
