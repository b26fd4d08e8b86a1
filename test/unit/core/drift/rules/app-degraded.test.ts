import { appDegraded } from '../../../../../src/core/drift/rules/app-degraded.ts';
import { anAppSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const app = { health: { status: 'Degraded' } };
const crashing = {
  pods: [{ name: 'web-0', reason: 'CrashLoopBackOff', restarts: 40 }],
  logLines: ['level=fatal msg="no config"'],
};

testRule(appDegraded, {
  claims: [
    {
      when: 'a pod underneath crashes',
      subject: anAppSubject({ app, runtime: crashing }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'container web-0',
    },
    {
      when: 'the clock has run out, though nothing was found underneath',
      subject: anAppSubject({
        app,
        runtime: { notHealthyForLong: true, notHealthySince: { at: '2026-04-01T00:00:00Z', atLeast: true } },
      }),
      paths: [],
      fixes: ['inspect-logs'],
      confidence: 'guess',
    },
  ],
  ignores: [
    { when: 'nothing is known but the status', subject: anAppSubject({ app }) },
    { when: 'the app is Healthy', subject: anAppSubject({ runtime: crashing }) },
    {
      when: 'a pod is only starting, within its time',
      subject: anAppSubject({
        app,
        runtime: { notHealthyForLong: false, pods: [{ name: 'web-0', reason: 'ContainerCreating' }] },
      }),
    },
  ],
});
