import { staleManifestCache } from '../../../../../src/core/drift/rules/stale-manifest-cache.ts';
import type { ResourceStatus } from '../../../../../src/core/model/observation.ts';
import { aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const listed = (name: string, requiresPruning = true): ResourceStatus => ({
  ...aRef({ name }),
  version: 'v1',
  status: 'OutOfSync',
  requiresPruning,
  hook: false,
});
const two = [listed('checkout'), listed('cart')];
const three = [...two, listed('search')];
const removal = { revision: 'b7c41f0', message: 'retire the shop' };
const otherApp = { name: 'billing', rendersIt: false, everythingWantsPruning: true };

testRule(staleManifestCache, {
  claims: [
    {
      when: 'a hard refresh brings it back to Git',
      subject: aSubject({ target: null, facts: { afterHardRefresh: { sync: 'Synced' } } }),
      paths: [''],
      fixes: ['upgrade-argocd', 'inspect-logs'],
    },
    {
      when: 'everything wants pruning and no commit removed it',
      subject: aSubject({ target: null, app: { resources: two }, facts: { commits: [] } }),
      paths: [''],
      fixes: ['upgrade-argocd', 'inspect-logs'],
    },
    {
      when: 'other apps want to prune everything at the same time',
      subject: aSubject({ target: null, app: { resources: two }, facts: { otherApps: [otherApp] } }),
      paths: [''],
      fixes: ['upgrade-argocd', 'inspect-logs'],
    },
    {
      when: 'everything wants pruning and nobody looked at the commits',
      subject: aSubject({ target: null, app: { resources: three } }),
      paths: [''],
      fixes: ['upgrade-argocd', 'inspect-logs'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'one resource is still in Git',
      subject: aSubject({
        target: null,
        app: { resources: [...two, listed('search', false)] },
        facts: { commits: [], otherApps: [otherApp] },
      }),
    },
    {
      when: 'a commit removed everything',
      subject: aSubject({ target: null, app: { resources: three }, facts: { commits: [removal] } }),
    },
    { when: 'the app has this one resource only', subject: aSubject({ target: null, facts: { commits: [] } }) },
    {
      when: 'it still wants pruning after a hard refresh',
      subject: aSubject({ target: null, facts: { afterHardRefresh: { sync: 'OutOfSync' } } }),
    },
    {
      when: 'Git renders it',
      subject: aSubject({ live: null, app: { resources: three }, facts: { afterHardRefresh: { sync: 'Synced' } } }),
    },
  ],
});
