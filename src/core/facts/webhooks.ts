import type { MutatingWebhook } from '../model/observation.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** Mutating admission webhooks of the cluster; which of them see the object is judged later. Asked once per cluster. */
export const webhooks: FetchedFact<'webhooks', readonly MutatingWebhook[], ResourceLook> = {
  id: 'webhooks',
  says: 'mutating webhooks of the destination cluster',
  source: 'cluster',
  statedAs: ['mutatingWebhooks'],
  wanted: ({ live }) => live !== null,
};
