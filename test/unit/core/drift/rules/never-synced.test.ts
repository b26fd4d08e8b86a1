import { neverSynced } from '../../../../../src/core/drift/rules/never-synced.ts';
import type { OperationResource } from '../../../../../src/core/model/observation.ts';
import { anApp, anOperation, aRef, aSubject, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const { operation: _, ...neverOperated } = anApp();
const inGit = aSubject({ live: null });
const neverApp = { ...neverOperated, resources: inGit.app.resources };

const office = { kind: 'allow', schedule: '0 9 * * 1-5', duration: '8h', timeZone: '', manualSync: false } as const;
const refusedCart = { ...aRef({ name: 'cart' }), status: 'SyncFailed', message: 'denied' };
const failedOn = (resources: readonly OperationResource[]) =>
  anOperation({ phase: 'Failed', message: 'one or more objects failed to apply, reason: denied', resources });

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
      when: 'a newer revision brings it and no window lets it through',
      subject: aSubject({
        live: null,
        app: {
          operation: anOperation({ revisions: [OLDER_REVISION] }),
          windows: { canSync: false, active: [], assigned: [office] },
        },
      }),
      paths: [''],
      fixes: ['sync'],
      says: /blocks every sync: allow 0 9 \* \* 1-5 for 8h \(time zone unknown\); when it opens is unknown\n.*not before the sync window opens/,
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
    {
      when: 'the sync of this revision failed on another object and never reached it',
      subject: aSubject({ live: null, app: { operation: failedOn([refusedCart]) } }),
      paths: [''],
      fixes: ['sync'],
      confidence: 'likely',
      says: /did not apply this object[\s\S]*first mend what the last sync failed on/,
    },
    {
      when: 'the failed sync was refused this very object',
      subject: aSubject({ live: null, app: { operation: failedOn([{ ...aRef(), status: 'SyncFailed' }]) } }),
      paths: [''],
      fixes: ['sync'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'the sync failed on another object after it had applied this one',
      subject: aSubject({
        live: null,
        app: { operation: failedOn([refusedCart, { ...aRef(), status: 'Synced' }]) },
      }),
    },
    {
      when: 'the sync failed and the audit log says that somebody deleted it',
      subject: aSubject({
        live: null,
        app: { operation: failedOn([refusedCart]) },
        facts: { deletions: [{ by: 'jane@example.com' }] },
      }),
    },
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
