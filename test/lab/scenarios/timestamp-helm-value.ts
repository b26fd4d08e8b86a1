import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function chart(annotation: string) {
  const deployment = asYaml(aDeployment('web', { podAnnotations: { updatedAt: 'PLACEHOLDER' } }));
  return {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'templates/web.yaml': deployment.replace('PLACEHOLDER', annotation),
  };
}

export const timestampHelmValue: Scenario = {
  id: 'timestamp-helm-value',
  title: 'G: `updatedAt` stamped at every render',
  async arrange(bench) {
    await bench.commit(chart('{{ now | date "2006-01-02T15:04:05Z" | quote }}'));
    await bench.createApp();
    await bench.sync();
    await bench.look('hard');
  },
  argocd: { sync: 'OutOfSync', drifting: ['Deployment/web'], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'nondeterministic', paths: ['/spec/template/metadata/annotations/updatedAt'] },
  fix: {
    says: 'a narrow `ignoreDifferences` on the annotation',
    async apply(bench) {
      const jsonPointers = ['/spec/template/metadata/annotations/updatedAt'];
      await bench.patchApp({ ignoreDifferences: [{ group: 'apps', kind: 'Deployment', name: 'web', jsonPointers }] });
      await bench.look('hard');
    },
    leaves: { sync: 'Synced' },
  },
};
