import { hasOption } from '../../compare/strategy.ts';
import { type Json, listAt, stringAt } from '../../model/json.ts';
import type { Reference } from '../../model/observation.ts';
import { isArgoCdKind, isCustomResourceDefinition } from '../../model/resource-ref.ts';
import { isProvenBySync, signsAgainst } from '../authorship.ts';
import { type Claim, resourceRule, type Subject } from '../rule.ts';
import { annotation, isOnlyLive } from '../subject.ts';

/** Argo CD applied it once, Git no longer renders it, pruning is off or held back. */
export const leftOver = resourceRule({
  id: 'left-over',
  title: 'Left over from an earlier revision',
  driftClass: 'zombie',
  needs: ['references', 'customResources'],

  claim(subject) {
    const { app, instance, resource, changes } = subject;
    if (!isOnlyLive(subject) || resource.live === null || !resource.requiresPruning) return undefined;
    const authored = { ref: resource.ref, live: resource.live, app, instance };
    const stranger = signsAgainst(authored);
    if (stranger !== undefined) return strangerClaim(subject, stranger);
    const obstacle = obstacleTo(subject);
    const chart = stringAt(resource.live, 'metadata', 'labels', 'helm.sh/chart');
    return {
      changes,
      owner: 'argocd-controller (earlier revision)',
      cause:
        chart === undefined
          ? 'no longer rendered'
          : `chart ${chart.replace(/-v?\d[\w.+-]{0,63}$/, '')} no longer renders it`,
      confidence: isProvenBySync(authored) ? 'certain' : 'likely',
      evidence: [
        { source: 'argocd', says: `requires pruning; automated prune is ${app.autoSync.prune ? 'on' : 'off'}` },
        ...(isProvenBySync(authored)
          ? [{ source: 'argocd' as const, says: 'the app’s last sync lists it as applied' }]
          : []),
        ...(chart === undefined ? [] : [{ source: 'live' as const, says: `it came from chart ${chart}` }]),
        ...usageEvidence(subject),
        ...(obstacle === undefined || obstacle.startsWith('still used')
          ? []
          : [{ source: 'cluster' as const, says: obstacle }]),
      ],
      fixes:
        obstacle === undefined
          ? [
              { kind: 'delete', paths: [''], detail: deleteDetail(subject) },
              {
                kind: 'ignore-narrow',
                paths: [''],
                detail: 'or keep it on purpose: annotate it argocd.argoproj.io/compare-options: IgnoreExtraneous',
              },
            ]
          : [
              {
                kind: 'ignore-narrow',
                paths: [''],
                detail: `do not delete it: ${obstacle}. Keep it on purpose with argocd.argoproj.io/compare-options: IgnoreExtraneous and sync-options: Prune=false`,
              },
              {
                kind: 'inspect-logs',
                paths: [],
                detail: 'find out who still needs it, then move them off or bring it back to Git',
              },
            ],
    };
  },
});

/** It carries the app's marks, and something says that the app did not put it there. */
function strangerClaim({ app, resource, changes }: Subject, because: string): Claim {
  return {
    changes,
    owner: 'not known',
    cause: 'not in Git, and not proven to be this app’s',
    confidence: 'guess',
    evidence: [
      { source: 'argocd', says: `requires pruning; automated prune is ${app.autoSync.prune ? 'on' : 'off'}` },
      { source: 'live', says: because },
    ],
    fixes: [
      {
        kind: 'ignore-narrow',
        paths: [''],
        detail: `do not delete it: ${because}. Where it has to stay, annotate it argocd.argoproj.io/compare-options: IgnoreExtraneous`,
      },
      {
        kind: 'inspect-logs',
        paths: [],
        detail: `find out who made ${resource.ref.kind}/${resource.ref.name}; two Argo CDs in one cluster each need their own installationID`,
      },
    ],
  };
}

function deleteDetail({ instance, resource }: Subject): string {
  if (instance.trackingMethod === 'label')
    return `find out that this app applied ${resource.ref.kind}/${resource.ref.name} and that nothing uses it, then delete it by hand: by label tracking nobody else can prove it`;
  const proof = resource.facts.references === undefined ? 'prove that nothing refers to it, ' : '';
  return `${proof}dump ${resource.ref.kind}/${resource.ref.name}, then delete it (what refers to it goes first)`;
}

function usageEvidence({ resource }: Subject): readonly { source: 'cluster'; says: string }[] {
  const { references } = resource.facts;
  if (references === undefined) return [];
  if (references.length === 0) return [{ source: 'cluster', says: 'nothing refers to it (looked up)' }];
  return [
    {
      source: 'cluster',
      says: `referred to by ${references
        .slice(0, 5)
        .map(({ kind, name }) => `${kind}/${name}`)
        .join(', ')}`,
    },
  ];
}

/** Why deleting would do harm; undefined = nothing that was looked at speaks against it. */
function obstacleTo(subject: Subject): string | undefined {
  const { resource } = subject;
  const live = resource.live ?? {};
  const syncOptions = annotation(live, 'argocd.argoproj.io/sync-options');
  if (annotation(live, 'helm.sh/resource-policy') === 'keep') return 'helm.sh/resource-policy: keep asks to keep it';
  if (hasOption(syncOptions, 'Prune=false') || hasOption(syncOptions, 'Delete=false'))
    return `its sync options say ${syncOptions ?? ''}`;
  if (resource.ref.group === '' && resource.ref.kind === 'Namespace')
    return 'deleting a Namespace deletes everything in it';
  if (isArgoCdKind(resource.ref)) return 'deleting one of Argo CD’s own objects can delete everything that it manages';
  if (resource.ref.group === '' && resource.ref.kind === 'PersistentVolumeClaim')
    return 'deleting a claim can destroy its data';
  if (isCustomResourceDefinition(resource.ref) && resource.facts.customResources !== 0) {
    const count = resource.facts.customResources;
    return count === undefined
      ? 'custom resources of this CRD were not counted'
      : `${count} custom resources of this CRD exist and would be deleted with it`;
  }
  const users = (resource.facts.references ?? []).filter((reference) => !goesWithIt(reference, subject));
  if (users.length > 0)
    return `still used by ${users
      .slice(0, 3)
      .map(({ kind, name }) => `${kind}/${name}`)
      .join(', ')}`;
  return listAt(live, 'metadata', 'finalizers').some((finalizer) => !isOfKubernetes(finalizer))
    ? 'it carries a finalizer: its controller must let it go first'
    : undefined;
}

function isOfKubernetes(finalizer: Json): boolean {
  return (
    typeof finalizer === 'string' &&
    (/^(kubernetes\.io\/|foregroundDeletion$|orphan$)/.test(finalizer) ||
      finalizer === 'resources-finalizer.argocd.argoproj.io')
  );
}

/** A binding of the role's own name, and other leftovers of the app: they go in the same plan, before this one. */
function goesWithIt({ kind, name }: Reference, { app, resource }: Subject): boolean {
  const isBinding = /binding/i.test(kind) && /Role$/.test(resource.ref.kind) && name === resource.ref.name;
  const isLeftOver = app.resources.some(
    (other) => other.name === name && other.requiresPruning && kind.toLowerCase().startsWith(other.kind.toLowerCase()),
  );
  return isBinding || isLeftOver;
}
