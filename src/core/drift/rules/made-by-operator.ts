import { isArgoCd, isController } from '../../diff/writers.ts';
import { listAt, stringAt } from '../../model/json.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { auditedController, isOnlyLive } from '../subject.ts';
import { isCopiedTrackingId } from '../tracking.ts';

/**
 * Wants pruning, but Argo CD never applied it: a controller made it and copied the tracking label along (EndpointSlices
 * from Services, claims from StatefulSets, identities from pods). Pruning it destroys data or starts a fight.
 */
export const madeByOperator = resourceRule({
  id: 'made-by-operator',
  title: 'A controller made it and copied the tracking value',
  driftClass: 'untracked',
  needs: ['claimOf', 'auditedWrites'],

  claim(subject) {
    const { resource, changes } = subject;
    if (!isOnlyLive(subject) || resource.live === null) return undefined;
    const proof = proofOf(subject);
    if (proof === undefined) return undefined;
    const claim = resource.facts.claimOf;
    return {
      changes,
      owner: proof.owner,
      cause: `made by ${proof.owner === '' ? 'a controller' : proof.owner}`,
      confidence: 'likely',
      evidence: [
        proof.evidence,
        { source: 'argocd', says: 'its tracking label or annotation is a copy; deleting it would do harm' },
      ],
      fixes: [
        {
          kind: 'ignore-narrow',
          paths: [''],
          detail:
            claim === undefined
              ? 'let its controller annotate it argocd.argoproj.io/compare-options: IgnoreExtraneous, or track by annotation (application.resourceTrackingMethod)'
              : `track by annotation (application.resourceTrackingMethod), or take the instance label off the volumeClaimTemplates of StatefulSet ${claim}; never delete the claim`,
        },
        { kind: 'fix-template', paths: [''], detail: 'keep the instance label out of what the controller copies' },
      ],
    };
  },
});

interface Proof {
  readonly owner: string;
  readonly evidence: { readonly source: 'live' | 'managed-fields' | 'cluster'; readonly says: string };
}

function proofOf(subject: Subject): Proof | undefined {
  const { resource, comparison } = subject;
  const live = resource.live ?? {};
  const { claimOf } = resource.facts;
  const { writers } = comparison.managed;
  if (writers.some(({ manager }) => isArgoCd(manager))) return undefined;
  const maker = writers.at(-1)?.manager;
  if (claimOf !== undefined) {
    return {
      owner: maker ?? 'statefulset-controller',
      evidence: { source: 'cluster', says: `StatefulSet ${claimOf} made it from its volumeClaimTemplates` },
    };
  }
  const [owner] = listAt(live, 'metadata', 'ownerReferences');
  if (owner !== undefined) {
    const name = `${stringAt(owner, 'kind') ?? ''}/${stringAt(owner, 'name') ?? ''}`;
    return { owner: maker ?? name, evidence: { source: 'live', says: `${name} owns it (ownerReferences)` } };
  }
  const account = auditedController(subject);
  if (account !== undefined) {
    return {
      owner: account,
      evidence: { source: 'cluster', says: `the audit log names service account ${account} as its writer` },
    };
  }
  if (isCopiedTrackingId(live, resource.ref)) {
    return { owner: maker ?? '', evidence: { source: 'live', says: 'its tracking id was made for another object' } };
  }
  if (writers.length > 0 && writers.some(({ manager }) => isController(manager))) {
    const controller = writers.find(({ manager }) => isController(manager))?.manager ?? '';
    return {
      owner: controller,
      evidence: { source: 'managed-fields', says: `written by ${controller}, never by Argo CD` },
    };
  }
  return undefined;
}
