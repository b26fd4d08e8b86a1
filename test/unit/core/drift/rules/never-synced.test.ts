import { neverSynced } from '../../../../../src/core/drift/rules/never-synced.ts';
import { anApp, anOperation, aSubject, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const { operation: _, ...neverOperated } = anApp();
const inGit = aSubject({ live: null });
const neverApp = { ...neverOperated, resources: inGit.app.resources };

testRule(neverSynced, {
  claims: [
    {
      when: 'the app was never synced',
      subject: { ...inGit, app: { ...neverApp, autoSync: { enabled: false, prune: false, selfHeal: false } } },
      paths: [''],
      fixes: ['sync'],
      confidence: 'certain',
    },
    {
      when: 'a newer revision brings it',
      subject: aSubject({ live: null, app: { operation: anOperation({ revisions: [OLDER_REVISION] }) } }),
      paths: [''],
      fixes: ['sync'],
    },
    {
      when: 'one of several sources is newer',
      subject: aSubject({
        live: null,
        app: {
          sync: { status: 'OutOfSync', revisions: ['4.2.1', REVISION] },
          operation: anOperation({ revisions: ['4.2.1', OLDER_REVISION] }),
        },
      }),
      paths: [''],
      fixes: ['sync'],
    },
  ],
  ignores: [
    { when: 'this very revision was synced and it is gone', subject: inGit },
    {
      when: 'past syncs are on record though no operation is',
      subject: { ...inGit, app: { ...neverApp, history: [{ revisions: [REVISION] }] } },
    },
    {
      when: 'nobody knows which revision was synced',
      subject: aSubject({ live: null, app: { operation: anOperation({ revisions: [] }) } }),
    },
    {
      when: 'the object is in the cluster already',
      subject: aSubject({ app: { operation: anOperation({ revisions: [OLDER_REVISION] }) } }),
    },
    {
      when: 'the newer revision removes it instead',
      subject: aSubject({ target: null, app: { operation: anOperation({ revisions: [OLDER_REVISION] }) } }),
    },
  ],
});
