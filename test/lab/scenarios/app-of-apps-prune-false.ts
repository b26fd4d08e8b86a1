import type { Scenario } from '../replay/scenario.ts';
import { arrangeRoot, commitChild } from './app-of-apps.ts';

export const appOfAppsPruneFalse: Scenario = {
  id: 'app-of-apps-prune-false',
  title: 'B: app of apps with `prune: false`',
  arrange: (bench) => arrangeRoot(bench, { automated: { prune: false } }),
  argocd: { sync: 'OutOfSync', drifting: ['Application/scn-app-of-apps-prune-false-child'] },
  plumbline: { lead: 'explicit-default', paths: ['/spec/syncPolicy/automated/prune'] },
  fix: {
    says: 'the line dropped from Git',
    async apply(bench) {
      await commitChild(bench, {});
    },
    leaves: { sync: 'Synced' },
  },
  on: {
    // `prune` may be absent there, so `false` is kept.
    '3.5': { argocd: { sync: 'Synced', drifting: [] }, plumbline: { lead: null } },
  },
};
