import { hasOption } from '../../compare/strategy.ts';
import { failureOfRun, hookOf } from '../../drift/hooks.ts';
import { annotation } from '../../drift/subject.ts';
import { type Json, listAt, type Manifest, stringAt } from '../../model/json.ts';
import { groupKind, type ResourceRef } from '../../model/resource-ref.ts';
import { hasEnded, runsOnce } from './hook-state.ts';
import { neverDeleted } from './tier.ts';

/** Why the object itself must not be deleted, whoever refers to it; undefined = nothing speaks against it. */
export function obstacleTo(ref: ResourceRef, live: Manifest): string | undefined {
  return (
    neverDeleted(ref) ?? wishToStay(live) ?? finalizerOn(live) ?? lifeOf(live) ?? ownerOf(live) ?? takesAlong(ref, live)
  );
}

function wishToStay(live: Manifest): string | undefined {
  if (annotation(live, 'helm.sh/resource-policy') === 'keep') return 'helm.sh/resource-policy: keep asks to keep it';
  const syncOptions = annotation(live, 'argocd.argoproj.io/sync-options');
  const kept = ['Prune=false', 'Delete=false'].find((option) => hasOption(syncOptions, option));
  return kept === undefined ? undefined : `its sync options say ${kept}`;
}

function finalizerOn(live: Manifest): string | undefined {
  const finalizer = listAt(live, 'metadata', 'finalizers').find((candidate) => !isOfKubernetes(candidate));
  return finalizer === undefined
    ? undefined
    : `it carries the finalizer ${String(finalizer)}: its controller must let it go first`;
}

/** Kubernetes' own finalizers (protection of volumes, ways of deleting) end by themselves. */
function isOfKubernetes(finalizer: Json): boolean {
  return typeof finalizer === 'string' && /^(kubernetes\.io\/|foregroundDeletion$|orphan$)/.test(finalizer);
}

function lifeOf(live: Manifest): string | undefined {
  if (stringAt(live, 'metadata', 'deletionTimestamp') !== undefined) return 'it is being deleted already';
  if (hookOf(live) === undefined || !runsOnce(stringAt(live, 'kind') ?? '')) return undefined;
  if (!hasEnded(live)) return 'the hook has not finished';
  const failure = failureOfRun(live);
  return failure && `the hook failed (${failure.reason}): its pod and log show why, and the next sync replaces it`;
}

function ownerOf(live: Manifest): string | undefined {
  const [owner] = listAt(live, 'metadata', 'ownerReferences');
  if (owner === undefined) return undefined;
  return `${stringAt(owner, 'kind') ?? 'an owner'}/${stringAt(owner, 'name') ?? '?'} owns it and may make it again`;
}

/** Volumes that would go with a StatefulSet come back from no bundle. */
function takesAlong(ref: ResourceRef, live: Manifest): string | undefined {
  const isTaken =
    groupKind(ref) === 'apps/StatefulSet' &&
    stringAt(live, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted') === 'Delete';
  return isTaken ? 'its volume claims would be deleted with it' : undefined;
}
