import type { DriftRule } from '../drift/rule.ts';
import { aggregatedRoleRules } from '../drift/rules/aggregated-role-rules.ts';
import { appDegraded } from '../drift/rules/app-degraded.ts';
import { appStuckProgressing } from '../drift/rules/app-stuck-progressing.ts';
import { argocdZeroValue } from '../drift/rules/argocd-zero-value.ts';
import { assignedByApiServer } from '../drift/rules/assigned-by-api-server.ts';
import { builtInDefault } from '../drift/rules/built-in-default.ts';
import { caBundleInjected } from '../drift/rules/ca-bundle-injected.ts';
import { cannotApply } from '../drift/rules/cannot-apply.ts';
import { cannotCompare } from '../drift/rules/cannot-compare.ts';
import { changedWithoutGit } from '../drift/rules/changed-without-git.ts';
import { claimedByTwoApps } from '../drift/rules/claimed-by-two-apps.ts';
import { comparisonFails } from '../drift/rules/comparison-fails.ts';
import { crdDefault } from '../drift/rules/crd-default.ts';
import { crdOlderThanApp } from '../drift/rules/crd-older-than-app.ts';
import { defaultNotChecked } from '../drift/rules/default-not-checked.ts';
import { degraded } from '../drift/rules/degraded.ts';
import { editedByPerson } from '../drift/rules/edited-by-person.ts';
import { editedLeftover } from '../drift/rules/edited-leftover.ts';
import { failedHook } from '../drift/rules/failed-hook.ts';
import { finishedHook } from '../drift/rules/finished-hook.ts';
import { finishedRun } from '../drift/rules/finished-run.ts';
import { gitIsAhead } from '../drift/rules/git-is-ahead.ts';
import { goneFromCluster } from '../drift/rules/gone-from-cluster.ts';
import { heldByAnotherArgocd } from '../drift/rules/held-by-another-argocd.ts';
import { hookHoldsOperation } from '../drift/rules/hook-holds-operation.ts';
import { injectedByWebhook } from '../drift/rules/injected-by-webhook.ts';
import { keptAway } from '../drift/rules/kept-away.ts';
import { leftOver } from '../drift/rules/left-over.ts';
import { madeByOperator } from '../drift/rules/made-by-operator.ts';
import { nameChangesEveryTime } from '../drift/rules/name-changes-every-time.ts';
import { namespaceMetadataPending } from '../drift/rules/namespace-metadata-pending.ts';
import { neverSynced } from '../drift/rules/never-synced.ts';
import { randomSecretRender } from '../drift/rules/random-secret-render.ts';
import { removedFromGit } from '../drift/rules/removed-from-git.ts';
import { renderChangesEveryTime } from '../drift/rules/render-changes-every-time.ts';
import { renderFails } from '../drift/rules/render-fails.ts';
import { replicasOwnedByAutoscaler } from '../drift/rules/replicas-owned-by-autoscaler.ts';
import { residual } from '../drift/rules/residual.ts';
import { sameMeaning } from '../drift/rules/same-meaning.ts';
import { serviceAccountSecrets } from '../drift/rules/service-account-secrets.ts';
import { sourceUnreadable } from '../drift/rules/source-unreadable.ts';
import { staleManifestCache } from '../drift/rules/stale-manifest-cache.ts';
import { storageGrew } from '../drift/rules/storage-grew.ts';
import { stuckProgressing } from '../drift/rules/stuck-progressing.ts';
import { syncFails } from '../drift/rules/sync-fails.ts';
import { trackingLost } from '../drift/rules/tracking-lost.ts';
import { trafficShifted } from '../drift/rules/traffic-shifted.ts';
import { unknownFieldDropped } from '../drift/rules/unknown-field-dropped.ts';
import { volatileStamp } from '../drift/rules/volatile-stamp.ts';
import { writtenByController } from '../drift/rules/written-by-controller.ts';
import { writtenByDeployer } from '../drift/rules/written-by-deployer.ts';
import { zeroValueDropped } from '../drift/rules/zero-value-dropped.ts';

/** Specific to general. The first rule to claim a Change keeps it; `residual` takes the rest. */
export const driftRules: readonly DriftRule[] = [
  // a person's edit is never noise and is never hidden behind a failure
  editedByPerson,
  editedLeftover,
  // what blocks comparing or applying
  hookHoldsOperation,
  failedHook,
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
  randomSecretRender,
  assignedByApiServer,
  storageGrew,
  builtInDefault,
  zeroValueDropped,
  // nothing at this revision explains it
  defaultNotChecked,
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
