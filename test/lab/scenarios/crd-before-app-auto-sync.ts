import type { Scenario } from '../replay/scenario.ts';
import { bootstrap, chartCrd } from './crd-before-app.ts';

/** Settles whether class C survives auto-sync. */
export const crdBeforeAppAutoSync: Scenario = {
  id: 'crd-before-app-auto-sync',
  title: 'C: the same under auto-sync (adopted, no drift)',
  async arrange(bench) {
    await bootstrap(bench, 'LabExperiment');
    await bench.commit({ 'crd.yaml': chartCrd('LabExperiment') });
    await bench.createApp({ automated: { selfHeal: true } });
  },
  argocd: { sync: 'Synced', drifting: [], operation: { phase: 'Succeeded' } },
  plumbline: { lead: null },
};
