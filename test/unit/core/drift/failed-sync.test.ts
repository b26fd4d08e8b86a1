import { expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import { aManifest, anObservation, anOperation, aRef, aResource } from '../../../support/builders.ts';

it('a failed sync leads, and what it never reached is not called deleted', () => {
  const cart = aRef({ name: 'cart' });
  const message = 'admission webhook "policy.example.com" denied the request';
  const observation = anObservation({
    live: null,
    app: {
      operation: anOperation({
        phase: 'Failed',
        message: `one or more objects failed to apply, reason: ${message}`,
        resources: [{ ...cart, status: 'SyncFailed', message }],
      }),
    },
  });
  const refused = aResource({ ref: cart, target: aManifest({ spec: { replicas: 2 } }, cart), live: null });
  const findings = classify({ ...observation, resources: [...observation.resources, refused] });
  expect(findings.map(({ driftClass, resource }) => `${driftClass} ${resource?.name}`)).toEqual([
    'sync-failure cart',
    'pending checkout',
  ]);
});
