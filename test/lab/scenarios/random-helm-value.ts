import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function chart(annotation: string) {
  const deployment = asYaml(aDeployment('web', { podAnnotations: { rollme: 'PLACEHOLDER' } }));
  return {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'templates/web.yaml': deployment.replace('PLACEHOLDER', annotation),
  };
}

export const randomHelmValue: Scenario = {
  id: 'random-helm-value',
  title: 'G: Helm value drawn anew at every render',
  async arrange(bench) {
    await bench.commit(chart('{{ randAlphaNum 8 | quote }}'));
    await bench.createApp();
    await bench.sync();
    await bench.look('hard');
  },
  argocd: { sync: 'OutOfSync', drifting: ['Deployment/web'], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'nondeterministic', paths: ['/spec/template/metadata/annotations/rollme'] },
  fix: {
    says: 'the template fixed, then synced',
    async apply(bench) {
      await bench.commit(chart('"1"'));
      await bench.sync();
      await bench.look('hard');
    },
    leaves: { sync: 'Synced' },
  },
};
