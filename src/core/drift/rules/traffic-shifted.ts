import { resourceRule } from '../rule.ts';
import { pathsOf } from '../subject.ts';

/** Argo Rollouts selects the pods of a version by this label; it is never in Git. */
const POD_HASH = /\/rollouts-pod-template-hash$/;
const WEIGHT = /\/weight$/;
const STEERING_KINDS = new Set(['Rollout', 'Canary']);

/** A progressive delivery controller steers traffic through routes and Services while it rolls out. */
export const trafficShifted = resourceRule({
  id: 'traffic-shifted',
  title: 'A rollout steers traffic through the object',
  driftClass: 'mutated',
  needs: ['trafficRouters'],

  claim({ resource, changes }) {
    if (STEERING_KINDS.has(resource.ref.kind)) return undefined;
    const routers = resource.facts.trafficRouters ?? [];
    const steered = changes.filter(
      ({ path, live }) => live !== undefined && ((routers.length > 0 && WEIGHT.test(path)) || POD_HASH.test(path)),
    );
    if (steered.length === 0) return undefined;
    const owner = routers.length > 0 ? `Rollout ${routers.join(', ')}` : 'argo-rollouts';
    return {
      changes: steered,
      owner,
      cause: 'traffic shifted by a rollout',
      confidence: routers.length > 0 ? 'certain' : 'likely',
      evidence: [{ source: 'cluster', says: `${owner} writes weights and pod hashes while it shifts traffic` }],
      fixes: [{ kind: 'ignore-narrow', paths: pathsOf(steered) }],
    };
  },
});
