import type { Scenario } from '../replay/scenario.ts';
import { arrangeRoot, commitChild } from './app-of-apps.ts';

export const appOfAppsEmptyGroup: Scenario = {
  id: 'app-of-apps-empty-group',
  title: 'B: app of apps with `group: ""`',
  arrange: (bench) => arrangeRoot(bench, { ignored: { group: '' } }),
  argocd: { sync: 'OutOfSync', drifting: ['Application/scn-app-of-apps-empty-group-child'] },
  plumbline: { lead: 'explicit-default', paths: ['/spec/ignoreDifferences/0/group'] },
  fix: {
    says: 'the line dropped from Git',
    async apply(bench) {
      await commitChild(bench, {});
    },
    leaves: { sync: 'Synced' },
  },
};
