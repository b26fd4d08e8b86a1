import { failedHook } from '../../../../../src/core/drift/rules/failed-hook.ts';
import { aManifest, anOperation, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const job = aRef({ group: 'batch', kind: 'Job', name: 'db-migrate' });
const annotations = { 'argocd.argoproj.io/hook': 'PreSync' };
const ended = (type: string, reason: string) => ({
  conditions: [{ type, status: 'True', reason, message: 'see there' }],
});
const hook = (status: object, metadata: object = { annotations }) => ({
  ref: job,
  target: null,
  resource: { hook: true },
  live: aManifest({ metadata: { ...metadata }, status }, job),
});
const app = { operation: anOperation({ phase: 'Failed', message: 'one or more tasks failed' }) };

testRule(failedHook, {
  claims: [
    {
      when: 'the Job of a PreSync hook gave up',
      subject: aSubject({ ...hook(ended('Failed', 'BackoffLimitExceeded')), app }),
      paths: [''],
      fixes: ['inspect-logs'],
      confidence: 'certain',
    },
    {
      when: 'it ran out of its deadline',
      subject: aSubject(hook(ended('Failed', 'DeadlineExceeded'))),
      paths: [''],
      fixes: ['inspect-logs'],
    },
    {
      when: 'its pod shows why',
      subject: aSubject({
        ...hook(ended('Failed', 'BackoffLimitExceeded')),
        runtime: {
          pods: [{ name: 'db-migrate-x', reason: 'Error' }],
          logLines: ['FATAL: password authentication failed'],
        },
      }),
      paths: [''],
      fixes: ['inspect-logs'],
    },
  ],
  ignores: [
    { when: 'the hook is complete', subject: aSubject(hook(ended('Complete', 'CompletionsReached'))) },
    { when: 'it still runs', subject: aSubject(hook({ active: 1 })) },
    { when: 'what failed is no hook', subject: aSubject(hook(ended('Failed', 'BackoffLimitExceeded'), {})) },
  ],
});
