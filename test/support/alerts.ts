import type { Alert } from '../../src/core/digest/alert.ts';

/** About an Argo CD that does not answer: its name and reason are what a test looks for. */
export function anAlert(instance: string, reason: string): Alert {
  const downSince = '2026-11-16T08:00:00.000Z';
  return {
    key: `${instance}.reach`,
    instance,
    raisedAt: downSince,
    about: 'reach',
    reach: { instance, downSince, reason },
  };
}
