import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

/** Structured-merge diff refuses a field that the cluster's schema does not know. */
export const undeclaredField: Scenario = {
  id: 'undeclared-field',
  title: 'field that the schema does not declare, under server-side apply',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    await bench.createApp({ syncOptions: ['ServerSideApply=true'] });
    await bench.sync();
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web', { spec: { replicaCount: 2 } })) });
  },
  argocd: { sync: 'Unknown', condition: { type: 'ComparisonError', says: /field not declared in schema/ } },
  plumbline: { lead: 'diff-failure' },
  fix: {
    says: 'the field dropped from Git',
    async apply(bench) {
      await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    },
    leaves: { sync: 'Synced' },
  },
};
