import { stuckProgressing } from '../../../../../src/core/drift/rules/stuck-progressing.ts';
import { aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const progressing = { health: { status: 'Progressing', message: 'Waiting for rollout to finish: 0 of 2 updated' } };
const long = { notHealthySince: { at: '2026-04-09T08:00:00Z', atLeast: false }, notHealthyForLong: true };
const claim = aRef({ group: '', kind: 'PersistentVolumeClaim', name: 'checkout-cache' });
const crd = aRef({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  namespace: '',
  name: 'orders.shop.io',
});

testRule(stuckProgressing, {
  claims: [
    {
      when: 'the clock has run out and nothing more is known',
      subject: aSubject({ resource: progressing, runtime: long }),
      paths: [],
      fixes: ['inspect-logs'],
    },
    {
      when: 'the image’s tag does not exist, long before the clock runs out',
      subject: aSubject({
        resource: progressing,
        runtime: {
          notHealthyForLong: false,
          pods: [{ name: 'checkout-5d9c', reason: 'ImagePullBackOff', message: 'shop/checkout:9.9.9: not found' }],
        },
      }),
      paths: [],
      fixes: ['fix-manifest', 'inspect-logs'],
      owner: 'image registry',
      says: /kubectl -n shop describe pod checkout-5d9c: its last events say why/,
    },
    {
      when: 'a pod waits for its claim to be bound, which capacity does not change',
      subject: aSubject({
        resource: progressing,
        runtime: {
          ...long,
          pods: [
            {
              name: 'checkout-0',
              reason: 'Unschedulable',
              message: '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
            },
          ],
        },
      }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'volume binder',
      says: /PersistentVolumeClaim is not bound/,
    },
    {
      when: 'a claim waits for a StorageClass that does not exist',
      subject: aSubject({
        ref: claim,
        resource: { health: { status: 'Progressing' } },
        runtime: { ...long, storageClass: null },
      }),
      paths: [],
      fixes: ['fix-manifest', 'inspect-logs'],
      owner: 'StorageClass',
      says: /kubectl -n shop describe pvc checkout-cache: .*\n.*kubectl get storageclass/,
    },
    {
      when: 'only the app’s health is known and a pod underneath crashes',
      subject: aSubject({
        app: { health: { status: 'Progressing' } },
        runtime: {
          ...long,
          pods: [{ name: 'checkout-5d9c', reason: 'CrashLoopBackOff', restarts: 41, container: 'app' }],
        },
      }),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'container app',
    },
  ],
  ignores: [
    {
      when: 'the rollout is within its time',
      subject: aSubject({ resource: progressing, runtime: { notHealthyForLong: false } }),
    },
    {
      when: 'it is Healthy in an app that is not',
      subject: aSubject({
        app: { health: { status: 'Progressing' } },
        resource: { health: { status: 'Healthy' } },
        runtime: long,
      }),
    },
    { when: 'it is Degraded', subject: aSubject({ resource: { health: { status: 'Degraded' } }, runtime: long }) },
    {
      when: 'the app is Progressing and nothing points at this resource',
      subject: aSubject({ ref: crd, app: { health: { status: 'Progressing' } }, runtime: long }),
    },
  ],
});
