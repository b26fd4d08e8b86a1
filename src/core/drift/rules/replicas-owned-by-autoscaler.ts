import { appliesServerSide } from '../../compare/strategy.ts';
import { foreignWriter } from '../../diff/writers.ts';
import { at } from '../../model/json.ts';
import type { Autoscaler } from '../../model/observation.ts';
import { resourceRule, type Subject } from '../rule.ts';

const REPLICAS = '/spec/replicas';

/**
 * Git says `replicas: 3`, an autoscaler says 7. Syncing would fight the autoscaler at every reconcile, so the answer is
 * to delete the field from Git or to stop comparing it, never to sync.
 */
export const replicasOwnedByAutoscaler = resourceRule({
  id: 'replicas-owned-by-autoscaler',
  title: 'Replica count is set by an autoscaler',
  driftClass: 'mutated',
  needs: ['autoscalers'],

  claim(subject) {
    const changes = subject.changes.filter(({ path }) => path === REPLICAS);
    const [change] = changes;
    if (!change) return undefined;
    const autoscaler = findAutoscaler(subject);
    const writer = foreignWriter(change);
    const throughScale = writer?.subresource === 'scale';
    if (!autoscaler && !throughScale) return undefined;
    const owner = autoscaler ? `${autoscaler.kind}/${autoscaler.name}` : (writer?.manager ?? '');
    return {
      changes,
      owner,
      cause: `replicas set by ${autoscaler?.kind ?? 'the scale subresource'}`,
      confidence: 'certain',
      evidence: [
        ...(autoscaler ? [{ source: 'cluster' as const, says: `${owner} targets this workload` }] : []),
        ...(throughScale
          ? [{ source: 'managed-fields' as const, says: `${writer.manager} wrote it through /scale` }]
          : []),
      ],
      fixes: [
        {
          kind: 'drop-from-git',
          paths: [REPLICAS],
          detail: `drop spec.replicas from Git: an autoscaled workload should not pin it${resetWarning(subject)}`,
        },
        { kind: 'ignore-narrow', paths: [REPLICAS] },
      ],
    };
  },
});

/** A three-way apply deletes what last-applied states and Git does not; the API server then fills in its default, 1. */
function resetWarning({ app, resource, comparison }: Subject): string {
  if (appliesServerSide(app, resource.target) || at(comparison.lastApplied, 'spec', 'replicas') === undefined)
    return '';
  const { kind, namespace, name } = resource.ref;
  return [
    '. Careful: the app applies client-side and last-applied states replicas, so the sync that drops the field sets it to 1 until the autoscaler scales up again.',
    `First take replicas out of last-applied (kubectl -n ${namespace} apply edit-last-applied ${kind.toLowerCase()}/${name}), or set ServerSideApply=true.`,
  ].join(' ');
}

function findAutoscaler({ resource }: Subject): Autoscaler | undefined {
  return resource.facts.autoscalers?.find(
    ({ target }) =>
      (target.name === '' || target.name === resource.ref.name) &&
      (target.kind === '' || target.kind === resource.ref.kind),
  );
}
