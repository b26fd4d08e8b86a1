import type { AppRule } from '../../src/core/drift/rule.ts';
import { anAppSubject } from './builders.ts';
import { testRule } from './test-rule.ts';

const crashing = {
  pods: [{ name: 'web-0', reason: 'CrashLoopBackOff', restarts: 40 }],
  logLines: ['level=fatal msg="no config"'],
};

/** A rule that speaks for an application of one health status: what it needs to know before it does. */
export function testAppHealthRule(rule: AppRule, status: string): void {
  const app = { health: { status } };
  testRule(rule, {
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
}
