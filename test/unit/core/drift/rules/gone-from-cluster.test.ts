import { goneFromCluster } from '../../../../../src/core/drift/rules/gone-from-cluster.ts';
import { aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const office = { kind: 'allow', schedule: '0 9 * * *', duration: '8h', timeZone: 'UTC', manualSync: false } as const;
const gone = aSubject({ live: null });

testRule(goneFromCluster, {
  claims: [
    {
      when: 'the object is gone and nobody knows who deleted it',
      subject: gone,
      paths: [''],
      fixes: ['sync'],
      owner: '',
      confidence: 'likely',
    },
    {
      when: 'the audit log names who deleted it',
      subject: aSubject({
        live: null,
        facts: { deletions: [{ by: 'jane@example.com', at: '2026-04-11T16:02:07Z' }, { by: 'joe@example.com' }] },
      }),
      paths: [''],
      fixes: ['sync'],
      owner: 'user delete (jane@example.com)',
      confidence: 'certain',
    },
    {
      when: 'it is gone and an active window lets it be synced again',
      subject: aSubject({ live: null, app: { windows: { canSync: true, active: [office], assigned: [office] } } }),
      paths: [''],
      fixes: ['sync'],
      says: /^(?![\s\S]*window)/,
    },
    {
      when: 'it is gone and no window lets it be synced again',
      subject: aSubject({ live: null, app: { windows: { canSync: false, active: [], assigned: [office] } } }),
      paths: [''],
      fixes: ['sync'],
      says: /a sync window blocks every sync: allow 0 9/,
    },
  ],
  ignores: [
    { when: 'the object is there', subject: aSubject({ facts: { deletions: [{ by: 'jane@example.com' }] } }) },
    { when: 'Git does not render it either', subject: aSubject({ target: null, live: null }) },
    { when: 'only the cluster has it', subject: aSubject({ target: null }) },
    { when: 'an earlier rule knows what keeps it away', subject: { ...gone, changes: [] } },
  ],
});
