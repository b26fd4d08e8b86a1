import { expect, it } from 'vitest';
import { withLiveFactsOnly } from '../../../../src/core/facts/live-only.ts';
import { anObservation } from '../../../support/builders.ts';

it('takes away what only a case file can state, and nothing else', () => {
  const observation = anObservation({
    instance: { version: 'v3.1.0', installationId: 'a', exclusions: [] },
    runtime: { pods: [], quota: 'small', rolloutInProgress: true },
    facts: { autoscalers: [], schema: null, renders: ['a', 'b'], commits: [] },
  });
  const live = withLiveFactsOnly(observation);
  expect(live.instance).toEqual({ version: 'v3.1.0', installationId: 'a' });
  expect(live.runtime).toEqual({ pods: [] });
  expect(live.resources.map(({ facts }) => facts)).toEqual([{ autoscalers: [], schema: null }]);
  expect(live.app).toBe(observation.app);
  expect(observation.runtime.quota).toBe('small');
});
