import { degraded } from '../../../../../src/core/drift/rules/degraded.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const itself = { health: { status: 'Degraded' } };
const crashing = { name: 'checkout-7d9f', reason: 'CrashLoopBackOff', restarts: 14, container: 'web' };
const certificate = aRef({ group: 'cert-manager.io', kind: 'Certificate', name: 'shop-tls' });
const notReady = aManifest(
  {
    status: {
      conditions: [{ type: 'Ready', status: 'False', reason: 'Invalid', message: 'issuer "letsencrypt" not found' }],
    },
  },
  certificate,
);

testRule(degraded, {
  claims: [
    {
      when: 'a container underneath crashes',
      subject: aSubject({ resource: itself, runtime: { pods: [crashing], logLines: ['level=fatal msg="no DSN"'] } }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'container web',
    },
    {
      when: 'the image tag does not exist',
      subject: aSubject({
        resource: itself,
        runtime: {
          pods: [{ name: 'checkout-7d9f', reason: 'ImagePullBackOff', message: 'checkout:4.1: manifest unknown' }],
        },
      }),
      paths: [],
      fixes: ['fix-manifest', 'inspect-logs'],
      owner: 'image registry',
    },
    {
      when: 'a custom resource names the input that is wrong',
      subject: aSubject({ ref: certificate, resource: itself, target: aManifest({}, certificate), live: notReady }),
      paths: [],
      fixes: ['fix-manifest', 'inspect-logs'],
    },
    {
      when: 'it says so itself and nothing is known underneath',
      subject: aSubject({ resource: itself }),
      paths: [],
      fixes: ['inspect-logs'],
      confidence: 'guess',
    },
    {
      when: 'its own health is unknown, the app is Degraded and its pods crash',
      subject: aSubject({ app: itself, runtime: { pods: [crashing] } }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'container web',
    },
    {
      when: 'it has been so for a moment only: no rollout passes through Degraded',
      subject: aSubject({ resource: itself, runtime: { notHealthyForLong: false } }),
      paths: [],
      fixes: ['inspect-logs'],
    },
  ],
  ignores: [
    {
      when: 'the app is Degraded and this resource is Healthy',
      subject: aSubject({ app: itself, resource: { health: { status: 'Healthy' } }, runtime: { pods: [crashing] } }),
    },
    { when: 'only the app is Degraded and nothing underneath shows trouble', subject: aSubject({ app: itself }) },
    {
      when: 'it is still Progressing',
      subject: aSubject({ resource: { health: { status: 'Progressing' } }, runtime: { pods: [crashing] } }),
    },
  ],
});
