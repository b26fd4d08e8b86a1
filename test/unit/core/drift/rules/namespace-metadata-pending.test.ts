import { namespaceMetadataPending } from '../../../../../src/core/drift/rules/namespace-metadata-pending.ts';
import { anAppSubject, aRef, OLDER_REVISION } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const synced = { ...aRef(), version: 'v1', status: 'Synced', requiresPruning: false, hook: false };
const managedNamespaceMetadata = true;

testRule(namespaceMetadataPending, {
  claims: [
    {
      when: 'the app is OutOfSync and every resource is Synced',
      subject: anAppSubject({ app: { managedNamespaceMetadata, resources: [synced] } }),
      paths: [],
      fixes: ['sync'],
      confidence: 'likely',
    },
    {
      when: 'the only other entry is a hook, which has no status',
      subject: anAppSubject({
        app: {
          managedNamespaceMetadata,
          resources: [
            synced,
            {
              ...aRef({ group: 'batch', kind: 'Job', name: 'migrate' }),
              version: 'v1',
              requiresPruning: false,
              hook: true,
            },
          ],
        },
      }),
      paths: [],
      fixes: ['sync'],
    },
  ],
  ignores: [
    {
      when: 'the app does not manage the namespace’s metadata',
      subject: anAppSubject({ app: { resources: [synced] } }),
    },
    {
      when: 'a resource is OutOfSync and explains it',
      subject: anAppSubject({
        app: { managedNamespaceMetadata, resources: [synced, { ...synced, name: 'cart', status: 'OutOfSync' }] },
      }),
    },
    {
      when: 'the app is Synced',
      subject: anAppSubject({
        app: { managedNamespaceMetadata, resources: [synced], sync: { status: 'Synced', revisions: [OLDER_REVISION] } },
      }),
    },
    {
      when: 'the comparison failed',
      subject: anAppSubject({
        app: { managedNamespaceMetadata, resources: [synced], sync: { status: 'Unknown', revisions: [] } },
      }),
    },
  ],
});
