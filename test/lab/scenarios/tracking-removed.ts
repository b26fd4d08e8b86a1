import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const TRACKING = 'argocd.argoproj.io/tracking-id';

/** A backup tool that restores without annotations leaves objects like this. */
export const trackingRemoved: Scenario = {
  id: 'tracking-removed',
  title: 'C: tracking id gone from a live object',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web'), aConfigMap('flags')) });
    await bench.createApp();
    await bench.sync();
    const path = `/api/v1/namespaces/${bench.name}/configmaps/web?fieldManager=velero-server`;
    await bench.lab.kube.expect(
      'PATCH',
      path,
      { metadata: { annotations: { [TRACKING]: null } } },
      'application/merge-patch+json',
    );
  },
  argocd: { sync: 'OutOfSync', drifting: ['ConfigMap/web'] },
  plumbline: { lead: 'untracked', paths: ['/metadata/annotations/argocd.argoproj.io~1tracking-id'] },
  fix: {
    says: 'adopted: the tracking id written again',
    async apply(bench) {
      await bench.kubectl('annotate', 'configmap/web', `${TRACKING}=${bench.name}:/ConfigMap:${bench.name}/web`);
    },
    leaves: { sync: 'Synced' },
  },
};
