import type { DriftRule } from './rule.ts';
import { aggregatedRoleRules } from './rules/aggregated-role-rules.ts';
import { appDegraded } from './rules/app-degraded.ts';
import { appStuckProgressing } from './rules/app-stuck-progressing.ts';
import { argocdZeroValue } from './rules/argocd-zero-value.ts';
import { assignedByApiServer } from './rules/assigned-by-api-server.ts';
import { builtInDefault } from './rules/built-in-default.ts';
import { caBundleInjected } from './rules/ca-bundle-injected.ts';
import { cannotApply } from './rules/cannot-apply.ts';
import { cannotCompare } from './rules/cannot-compare.ts';
import { changedWithoutGit } from './rules/changed-without-git.ts';
import { claimedByTwoApps } from './rules/claimed-by-two-apps.ts';
import { comparisonFails } from './rules/comparison-fails.ts';
import { crdDefault } from './rules/crd-default.ts';
import { crdOlderThanApp } from './rules/crd-older-than-app.ts';
import { degraded } from './rules/degraded.ts';
import { editedByPerson } from './rules/edited-by-person.ts';
import { finishedHook } from './rules/finished-hook.ts';
import { finishedRun } from './rules/finished-run.ts';
import { gitIsAhead } from './rules/git-is-ahead.ts';
import { goneFromCluster } from './rules/gone-from-cluster.ts';
import { heldByAnotherArgocd } from './rules/held-by-another-argocd.ts';
import { hookHoldsOperation } from './rules/hook-holds-operation.ts';
import { injectedByWebhook } from './rules/injected-by-webhook.ts';
import { keptAway } from './rules/kept-away.ts';
import { leftOver } from './rules/left-over.ts';
import { madeByOperator } from './rules/made-by-operator.ts';
import { nameChangesEveryTime } from './rules/name-changes-every-time.ts';
import { namespaceMetadataPending } from './rules/namespace-metadata-pending.ts';
import { neverSynced } from './rules/never-synced.ts';
import { removedFromGit } from './rules/removed-from-git.ts';
import { renderChangesEveryTime } from './rules/render-changes-every-time.ts';
import { renderFails } from './rules/render-fails.ts';
import { replicasOwnedByAutoscaler } from './rules/replicas-owned-by-autoscaler.ts';
import { residual } from './rules/residual.ts';
import { sameMeaning } from './rules/same-meaning.ts';
import { serviceAccountSecrets } from './rules/service-account-secrets.ts';
import { sourceUnreadable } from './rules/source-unreadable.ts';
import { staleManifestCache } from './rules/stale-manifest-cache.ts';
import { storageGrew } from './rules/storage-grew.ts';
import { stuckProgressing } from './rules/stuck-progressing.ts';
import { syncFails } from './rules/sync-fails.ts';
import { trackingLost } from './rules/tracking-lost.ts';
import { trafficShifted } from './rules/traffic-shifted.ts';
import { unknownFieldDropped } from './rules/unknown-field-dropped.ts';
import { volatileStamp } from './rules/volatile-stamp.ts';
import { writtenByController } from './rules/written-by-controller.ts';
import { writtenByDeployer } from './rules/written-by-deployer.ts';
import { zeroValueDropped } from './rules/zero-value-dropped.ts';

/** Specific to general. The first rule to claim a Change keeps it; `residual` takes the rest. */
export const driftRules: readonly DriftRule[] = [
  // a person's edit is never noise and is never hidden behind a failure
  editedByPerson,
  // what blocks comparing or applying
  hookHoldsOperation,
  cannotCompare,
  cannotApply,
  // health claims no field
  degraded,
  stuckProgressing,
  // the whole object, only live
  staleManifestCache,
  finishedHook,
  madeByOperator,
  heldByAnotherArgocd,
  finishedRun,
  leftOver,
  // the whole object, only in Git
  keptAway,
  nameChangesEveryTime,
  neverSynced,
  goneFromCluster,
  // whose object it is
  claimedByTwoApps,
  writtenByDeployer,
  crdOlderThanApp,
  trackingLost,
  // who or what writes the field
  replicasOwnedByAutoscaler,
  caBundleInjected,
  trafficShifted,
  aggregatedRoleRules,
  serviceAccountSecrets,
  sameMeaning,
  writtenByController,
  renderChangesEveryTime,
  volatileStamp,
  argocdZeroValue,
  crdDefault,
  injectedByWebhook,
  assignedByApiServer,
  storageGrew,
  builtInDefault,
  zeroValueDropped,
  // nothing at this revision explains it
  removedFromGit,
  gitIsAhead,
  unknownFieldDropped,
  changedWithoutGit,
  // the application as a whole
  sourceUnreadable,
  renderFails,
  comparisonFails,
  syncFails,
  appDegraded,
  appStuckProgressing,
  namespaceMetadataPending,
  residual,
];
