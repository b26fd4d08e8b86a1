import type { FixDraft } from '../../model/fix.ts';
import { matchesGlob } from '../../model/glob.ts';
import { at, stringAt } from '../../model/json.ts';
import { groupKind, type ResourceRef } from '../../model/resource-ref.ts';
import { isSkipped } from '../hooks.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isArgoCdAccount, isOnlyGit, isSyncedAtThisRevision } from '../subject.ts';

/** Git wants it and something keeps it out of the cluster: syncing again would only repeat the round. */
export const keptAway = resourceRule({
  id: 'kept-away',
  title: 'Something keeps the object out of the cluster',
  driftClass: 'missing',
  needs: ['exclusions', 'deletions'],

  claim(subject) {
    const { changes } = subject;
    if (!isOnlyGit(subject)) return undefined;
    const reason = reasonFor(subject);
    if (!reason) return undefined;
    const order: readonly FixDraft['kind'][] =
      reason.fix === 'fix-manifest' ? ['fix-manifest', 'drop-from-git'] : ['drop-from-git', 'fix-manifest'];
    return {
      changes,
      owner: reason.owner,
      cause: reason.cause,
      confidence: 'certain',
      evidence: [{ source: reason.source, says: reason.says }],
      fixes: order.map((kind, index) => ({ kind, paths: [''], ...(index === 0 ? { detail: reason.step } : {}) })),
    };
  },
});

interface Reason {
  readonly owner: string;
  readonly cause: string;
  readonly source: 'git' | 'argocd' | 'cluster' | 'history';
  readonly says: string;
  readonly fix: 'drop-from-git' | 'fix-manifest';
  readonly step: string;
}

function reasonFor(subject: Subject): Reason | undefined {
  const { resource } = subject;
  const target = resource.target ?? {};
  if (isSkipped(target)) {
    return {
      owner: '',
      cause: 'hook: Skip',
      source: 'git',
      says: 'argocd.argoproj.io/hook: Skip: it is rendered and compared, and never applied',
      fix: 'drop-from-git',
      step: 'move the object out of the application’s source',
    };
  }
  if (at(target, 'spec', 'ttlSecondsAfterFinished') !== undefined && isSyncedAtThisRevision(subject)) {
    return {
      owner: 'ttl-after-finished controller',
      cause: 'ttlSecondsAfterFinished',
      source: 'git',
      says: `ttlSecondsAfterFinished: ${String(at(target, 'spec', 'ttlSecondsAfterFinished'))}: Kubernetes deletes it once it is finished`,
      fix: 'fix-manifest',
      step: 'render it as a hook (argocd.argoproj.io/hook: Sync) or a CronJob, or drop ttlSecondsAfterFinished',
    };
  }
  if (
    stringAt(target, 'metadata', 'name') === undefined &&
    stringAt(target, 'metadata', 'generateName') !== undefined
  ) {
    return {
      owner: 'generateName',
      cause: 'generateName',
      source: 'git',
      says: 'it has generateName and no name: every apply makes another object, and none ever matches Git',
      fix: 'fix-manifest',
      step: 'give it a name, or render it as a hook',
    };
  }
  return excluded(subject) ?? deletedAgain(subject);
}

function excluded({ app, instance, resource }: Subject): Reason | undefined {
  const excludedName = `${resource.ref.group}/${resource.ref.kind} ${resource.ref.name} `;
  const condition = app.conditions.find(
    ({ type, message }) => type === 'ExcludedResourceWarning' && message.includes(` ${excludedName}`),
  );
  const rule = instance.exclusions?.find(({ groups, kinds }) => isExcluded(resource.ref, groups, kinds));
  if (!condition && !rule) return undefined;
  return {
    owner: 'argocd-cm resource.exclusions',
    cause: 'resource.exclusions',
    source: 'argocd',
    says: condition?.message ?? `argocd-cm resource.exclusions hides ${groupKind(resource.ref)}`,
    fix: 'fix-manifest',
    step: 'take the kind off resource.exclusions in argocd-cm, or keep the object out of Git',
  };
}

function isExcluded(ref: ResourceRef, groups: readonly string[], kinds: readonly string[]): boolean {
  return groups.some((glob) => matchesGlob(glob, ref.group)) && kinds.some((glob) => matchesGlob(glob, ref.kind));
}

/** Deleted by a service account: a controller, not a person, takes it away. */
function deletedAgain(subject: Subject): Reason | undefined {
  const deletion = subject.resource.facts.deletions?.[0];
  if (!deletion?.by.startsWith('system:') || isArgoCdAccount(deletion.by) || !isSyncedAtThisRevision(subject))
    return undefined;
  const who = deletion.by.split(':').slice(2).join('/');
  return {
    owner: who,
    cause: 'a controller deletes it',
    source: 'history',
    says: `${deletion.by} deleted it${deletion.at === undefined ? '' : ` at ${deletion.at}`}`,
    fix: 'drop-from-git',
    step: `leave the object to ${who}, which deletes it, or stop that controller from doing so`,
  };
}
