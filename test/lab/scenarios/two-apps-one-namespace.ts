import { asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const SHARED = 'scn-two-apps-shared';

function namespace(labels: Readonly<Record<string, string>>): string {
  return asYaml({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: SHARED, labels } });
}

export const twoAppsOneNamespace: Scenario = {
  id: 'two-apps-one-namespace',
  title: 'E: two apps render one Namespace',
  async arrange(bench) {
    await bench.commit({ 'main/ns.yaml': namespace({ team: 'a' }), 'extras/ns.yaml': namespace({ team: 'a' }) });
    const extras = `${bench.name}-extras`;
    await bench.createApp({ path: 'main' });
    await bench.sync();
    await bench.createApp({ name: extras, path: 'extras' });
    await bench.sync(extras);
  },
  argocd: {
    sync: 'OutOfSync',
    drifting: [`Namespace/${SHARED}`],
    condition: { type: 'SharedResourceWarning', says: /scn-two-apps-one-namespace-extras/ },
  },
  plumbline: { lead: 'shared', paths: ['/metadata/annotations/argocd.argoproj.io~1tracking-id'] },
  fix: {
    says: 'the copy of the app that lost it dropped from Git',
    async apply(bench) {
      await bench.commit({ 'main/ns.yaml': null, 'main/.gitkeep': '' });
    },
    leaves: { sync: 'Synced', drifting: [] },
  },
};
