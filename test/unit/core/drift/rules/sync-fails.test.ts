import { syncFails } from '../../../../../src/core/drift/rules/sync-fails.ts';
import { anAppSubject, anOperation, OLDER_REVISION, REVISION } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const immutable = anOperation({
  phase: 'Failed',
  message:
    'one or more objects failed to apply, reason: Deployment.apps "checkout" is invalid: spec.selector: field is immutable',
});

testRule(syncFails, {
  claims: [
    {
      when: 'the API server refuses an immutable field',
      subject: anAppSubject({ app: { operation: immutable } }),
      paths: [],
      fixes: ['fix-manifest'],
      confidence: 'certain',
    },
    {
      when: 'a webhook does not answer, and is named as the owner',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Failed',
            message:
              'Internal error occurred: failed calling webhook "validate.policy.example.com": context deadline exceeded',
          }),
        },
      }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'webhook validate.policy.example.com',
    },
    {
      when: 'the operation runs on only to retry',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Running',
            retryCount: 3,
            message:
              'one or more objects failed to apply, reason: pods is forbidden: exceeded quota: team-quota, requested: cpu=2, used: cpu=7, limited: cpu=8. Retrying attempt #4',
          }),
        },
      }),
      paths: [],
      fixes: ['fix-manifest'],
      owner: 'ResourceQuota team-quota',
    },
    {
      when: 'automated sync gave up on this revision',
      subject: anAppSubject({
        app: {
          operation: anOperation({ revisions: [OLDER_REVISION] }),
          conditions: [
            { type: 'SyncError', message: `Failed last sync attempt to [${REVISION}]: namespaces "shop" not found` },
          ],
        },
      }),
      paths: [],
      fixes: ['fix-manifest'],
      owner: 'destination namespace',
    },
  ],
  ignores: [
    { when: 'the last sync succeeded', subject: anAppSubject() },
    {
      when: 'it failed at an older revision',
      subject: anAppSubject({ app: { operation: { ...immutable, revisions: [OLDER_REVISION] } } }),
    },
    {
      when: 'the app is Synced and Healthy all the same',
      subject: anAppSubject({ app: { operation: immutable, sync: { status: 'Synced', revisions: [REVISION] } } }),
    },
    {
      when: 'the comparison already fails',
      subject: anAppSubject({
        app: {
          operation: immutable,
          conditions: [{ type: 'ComparisonError', message: "unable to resolve 'release-42' to a commit SHA" }],
        },
      }),
    },
    {
      when: 'a first attempt is still running',
      subject: anAppSubject({
        app: { operation: anOperation({ phase: 'Running', message: 'waiting for healthy state' }) },
      }),
    },
  ],
});
