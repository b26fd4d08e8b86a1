import type { Autoscaler } from '../model/observation.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

const SCALED_KINDS = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'Rollout', 'DaemonSet']);

/** What may write the replica count of a workload. Asked once per namespace. */
export const autoscalers: FetchedFact<'autoscalers', readonly Autoscaler[], ResourceLook> = {
  id: 'autoscalers',
  says: 'HPAs, ScaledObjects and VPAs of the object’s namespace',
  source: 'cluster',
  statedAs: ['hpa', 'scaledObjects'],
  wanted: ({ ref }) => SCALED_KINDS.has(ref.kind),
};
