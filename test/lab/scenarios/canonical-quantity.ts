import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const schema = { type: 'object', properties: { cpu: { type: 'string' }, memory: { type: 'string' } } };

/** The API server keeps the spelling of a custom resource; typed Go controllers write back the canonical one. */
export const canonicalQuantity: Scenario = {
  id: 'canonical-quantity',
  title: 'quantities of a custom resource spelt another way by its operator',
  async arrange(bench) {
    await bench.apply(aCrd('LabLimit', schema));
    await bench.commit({
      'limit.yaml': asYaml(aCustomResource('LabLimit', 'web', { cpu: '1000m', memory: '1024Mi' })),
    });
    await bench.createApp();
    await bench.sync();
    const path = `/apis/scn.lab/v1/namespaces/${bench.name}/lablimits/web?fieldManager=limit-operator`;
    await bench.lab.kube.expect('PATCH', path, { spec: { cpu: '1', memory: '1Gi' } }, 'application/merge-patch+json');
  },
  argocd: { sync: 'OutOfSync', drifting: ['LabLimit/web'] },
  plumbline: { lead: 'normalization', paths: ['/spec/cpu', '/spec/memory'] },
  fix: {
    says: 'the canonical spelling in Git',
    async apply(bench) {
      await bench.commit({ 'limit.yaml': asYaml(aCustomResource('LabLimit', 'web', { cpu: '1', memory: '1Gi' })) });
    },
    leaves: { sync: 'Synced' },
  },
};
