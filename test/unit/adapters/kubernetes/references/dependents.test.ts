import { expect, it } from 'vitest';
import { controllersOf } from '../../../../../src/adapters/kubernetes/references/dependents.ts';
import { describeProofs, object, target } from './proof.ts';

describeProofs([
  {
    to: target(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      'widgets.example.com',
      {
        spec: {
          group: 'example.com',
          names: { kind: 'Widget' },
          versions: [
            { name: 'v1alpha1', served: false },
            { name: 'v1', served: true },
          ],
        },
      },
      '',
    ),
    cases: [
      { when: 'an object of its kind', from: object('example.com/v1', 'Widget'), refers: true },
      { when: 'an object of another kind', from: object('example.com/v1', 'Gadget'), refers: false },
    ],
  },
  {
    to: target('example.com/v1', 'Widget', 'w'),
    cases: [
      {
        when: 'what it owns',
        from: object('apps/v1', 'Deployment', {}, { ownerReferences: [{ uid: 'uid-of-target' }] }),
        refers: true,
      },
      {
        when: 'what an earlier object of that name owned',
        from: object(
          'apps/v1',
          'Deployment',
          {},
          { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'other' }] },
        ),
        refers: false,
      },
    ],
  },
  {
    to: { ...target('example.com/v1', 'Widget', 'gone'), object: undefined },
    cases: [
      {
        when: 'what names it as its owner, now that it is gone',
        from: object(
          'v1',
          'ConfigMap',
          {},
          { ownerReferences: [{ apiVersion: 'example.com/v1beta1', kind: 'Widget', name: 'gone', uid: 'x' }] },
        ),
        refers: true,
      },
    ],
  },
  {
    to: target('rbac.authorization.k8s.io/v1', 'ClusterRole', 'istiod', {}, ''),
    cases: [
      {
        when: 'a webhook configuration that goes with it',
        from: object(
          'admissionregistration.k8s.io/v1',
          'ValidatingWebhookConfiguration',
          {},
          { ownerReferences: [{ uid: 'uid-of-target' }] },
        ),
        refers: true,
      },
    ],
  },
]);

it('names what made the object and would make it again', () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u' };
  const made = target('apps/v1', 'Deployment', 'web', {
    metadata: {
      ownerReferences: [
        { ...owner, controller: true },
        { ...owner, name: 'other' },
      ],
    },
  });
  expect(controllersOf(made)).toEqual([
    { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'w', how: 'controls it' },
  ]);
  expect(controllersOf({ ...made, object: undefined })).toEqual([]);
});
