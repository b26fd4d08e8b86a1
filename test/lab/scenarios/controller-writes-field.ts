import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const schema = { type: 'object', properties: { endpoint: { type: 'string' }, size: { type: 'integer' } } };

export const controllerWritesField: Scenario = {
  id: 'controller-writes-field',
  title: 'G: an operator writes a field that Git states',
  async arrange(bench) {
    await bench.apply(aCrd('LabPolicy', schema));
    await bench.commit({
      'policy.yaml': asYaml(aCustomResource('LabPolicy', 'cluster', { endpoint: 'auto', size: 1 })),
    });
    await bench.createApp();
    await bench.sync();
    const path = `/apis/scn.lab/v1/namespaces/${bench.name}/labpolicys/cluster?fieldManager=policy-operator`;
    const reconcile = () =>
      bench.lab.kube.expect('PATCH', path, { spec: { endpoint: '10.0.0.7' } }, 'application/merge-patch+json');
    await reconcile();
    bench.every(2000, reconcile);
  },
  argocd: { sync: 'OutOfSync', drifting: ['LabPolicy/cluster'] },
  plumbline: { lead: 'mutated', paths: ['/spec/endpoint'] },
  fix: {
    says: 'a narrow `ignoreDifferences` on `/spec/endpoint`',
    async apply(bench) {
      const rule = { group: 'scn.lab', kind: 'LabPolicy', name: 'cluster', jsonPointers: ['/spec/endpoint'] };
      await bench.patchApp({ ignoreDifferences: [rule] });
    },
    leaves: { sync: 'Synced' },
  },
};
