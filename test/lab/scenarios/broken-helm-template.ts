import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const brokenHelmTemplate: Scenario = {
  id: 'broken-helm-template',
  title: 'Helm template calls a value that is not there',
  async arrange(bench) {
    await bench.commit({
      'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'templates/web.yaml': asYaml(aConfigMap('web', { host: 'HOST' })).replace('HOST', '{{ .Values.ingress.host }}'),
    });
    await bench.createApp();
  },
  argocd: { sync: 'Unknown', condition: { type: 'ComparisonError', says: /nil pointer evaluating interface/ } },
  plumbline: { lead: 'render-failure' },
  fix: {
    says: 'the value added to Git, then synced',
    async apply(bench) {
      await bench.commit({ 'values.yaml': 'ingress: { host: web.example.com }\n' });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
