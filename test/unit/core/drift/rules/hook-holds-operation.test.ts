import { hookHoldsOperation } from '../../../../../src/core/drift/rules/hook-holds-operation.ts';
import { aManifest, anOperation, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'batch', kind: 'Job', name: 'migrate' });
const annotations = { 'argocd.argoproj.io/hook': 'PreSync' };
const hook = aManifest({ metadata: { annotations } }, ref);
const terminating = aManifest(
  {
    metadata: {
      annotations,
      deletionTimestamp: '2026-04-11T16:02:07Z',
      finalizers: ['argocd.argoproj.io/hook-finalizer'],
    },
  },
  ref,
);
const waiting = (message: string, live = hook, phase = 'Running') =>
  aSubject({
    ref,
    resource: { hook: true },
    target: hook,
    live,
    app: { operation: anOperation({ phase, message, startedAt: '2026-04-11T15:00:00Z' }) },
  });

testRule(hookHoldsOperation, {
  claims: [
    {
      when: 'the operation waits for the hook to complete',
      subject: waiting('waiting for completion of hook batch/Job/migrate'),
      paths: [],
      fixes: ['hook-delete-policy', 'inspect-logs'],
      owner: 'hook batch/Job/migrate',
    },
    {
      when: 'it is the first of several hooks',
      subject: waiting('waiting for completion of hook batch/Job/migrate and 2 more hooks'),
      paths: [],
      fixes: ['hook-delete-policy', 'inspect-logs'],
    },
    {
      when: 'the hook is being deleted and its finalizer stays',
      subject: waiting('waiting for deletion of hook batch/Job/migrate', terminating),
      paths: [],
      fixes: ['delete', 'hook-delete-policy', 'inspect-logs'],
    },
  ],
  ignores: [
    {
      when: 'the operation waits for a hook whose name ends alike',
      subject: waiting('waiting for completion of hook batch/Job/db-migrate'),
    },
    {
      when: 'the operation waits for another kind of that name',
      subject: waiting('waiting for completion of hook argoproj.io/Workflow/migrate'),
    },
    {
      when: 'the operation waits for the health of a plain resource',
      subject: waiting('waiting for healthy state of batch/Job/migrate'),
    },
    {
      when: 'the operation is over',
      subject: waiting('waiting for completion of hook batch/Job/migrate', hook, 'Failed'),
    },
  ],
});
