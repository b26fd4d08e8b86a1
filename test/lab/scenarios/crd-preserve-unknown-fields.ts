import type { Scenario } from '../replay/scenario.ts';
import { bootstrap, chartCrd } from './crd-before-app.ts';

/** What does keep a CRD OutOfSync under auto-sync: a zero value that the API server drops at every write. */
export const crdPreserveUnknownFields: Scenario = {
  id: 'crd-preserve-unknown-fields',
  title: 'C: CRD of a bootstrap with `preserveUnknownFields: false` in Git, auto-sync on',
  async arrange(bench) {
    await bootstrap(bench, 'LabAnalysis');
    await bench.commit({ 'crd.yaml': chartCrd('LabAnalysis', { preserveUnknownFields: false }) });
    await bench.createApp({ automated: { selfHeal: true } });
    await bench.waitFor({ sync: 'OutOfSync', operation: { phase: 'Succeeded' } });
  },
  argocd: {
    sync: 'OutOfSync',
    drifting: ['CustomResourceDefinition/labanalysiss.scn.lab'],
    operation: { phase: 'Succeeded' },
  },
  plumbline: { lead: 'explicit-default', paths: ['/spec/preserveUnknownFields'] },
  fix: {
    says: 'the line dropped from Git',
    async apply(bench) {
      await bench.commit({ 'crd.yaml': chartCrd('LabAnalysis') });
    },
    leaves: { sync: 'Synced' },
  },
};
