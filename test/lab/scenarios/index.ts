import type { Scenario } from '../replay/scenario.ts';
import { aggregatedClusterRole } from './aggregated-cluster-role.ts';
import { appOfAppsEmptyGroup } from './app-of-apps-empty-group.ts';
import { appOfAppsPruneFalse } from './app-of-apps-prune-false.ts';
import { brokenHelmTemplate } from './broken-helm-template.ts';
import { brokenKustomization } from './broken-kustomization.ts';
import { canonicalQuantity } from './canonical-quantity.ts';
import { controllerWritesField } from './controller-writes-field.ts';
import { crashLoop } from './crash-loop.ts';
import { crashingPod } from './crashing-pod.ts';
import { crdBeforeApp } from './crd-before-app.ts';
import { crdBeforeAppAutoSync } from './crd-before-app-auto-sync.ts';
import { crdPreserveUnknownFields } from './crd-preserve-unknown-fields.ts';
import { crdSchemaDefaults } from './crd-schema-defaults.ts';
import { crdSchemaDefaultsServerSideDiff } from './crd-schema-defaults-server-side-diff.ts';
import { crdSchemaDefaultsThreeWay } from './crd-schema-defaults-three-way.ts';
import { deadlineExceeded } from './deadline-exceeded.ts';
import { deletedLive } from './deleted-live.ts';
import { deniedByPolicy } from './denied-by-policy.ts';
import { finishedHook } from './finished-hook.ts';
import { finishedRun } from './finished-run.ts';
import { ghostEnvVar } from './ghost-env-var.ts';
import { gitIsAhead } from './git-is-ahead.ts';
import { hpaReplicas } from './hpa-replicas.ts';
import { immutableSelector } from './immutable-selector.ts';
import { kubectlEditDefault } from './kubectl-edit-default.ts';
import { leftoverBecameHook } from './leftover-became-hook.ts';
import { manualChanges } from './manual-changes.ts';
import { missingBranch } from './missing-branch.ts';
import { missingCrd } from './missing-crd.ts';
import { missingNamespace } from './missing-namespace.ts';
import { missingPath } from './missing-path.ts';
import { missingStorageClass } from './missing-storage-class.ts';
import { mutatingWebhook } from './mutating-webhook.ts';
import { pdbEmptyMaxUnavailable } from './pdb-empty-max-unavailable.ts';
import { quotaExceeded } from './quota-exceeded.ts';
import { randomHelmValue } from './random-helm-value.ts';
import { subChartDisabled } from './sub-chart-disabled.ts';
import { syncWindowClosed } from './sync-window-closed.ts';
import { timestampHelmValue } from './timestamp-helm-value.ts';
import { trackingRemoved } from './tracking-removed.ts';
import { twoAppsOneNamespace } from './two-apps-one-namespace.ts';
import { undeclaredField } from './undeclared-field.ts';
import { unknownField } from './unknown-field.ts';
import { unschedulable } from './unschedulable.ts';

/**
 * In the order of the table: the story's letters, then what blocks, then health. The last one installs a CRD as its fix,
 * after which Argo CD may stand still for minutes.
 */
export const SCENARIOS: readonly Scenario[] = [
  crdSchemaDefaults,
  crdSchemaDefaultsServerSideDiff,
  crdSchemaDefaultsThreeWay,
  appOfAppsPruneFalse,
  appOfAppsEmptyGroup,
  pdbEmptyMaxUnavailable,
  unknownField,
  crdBeforeApp,
  crdBeforeAppAutoSync,
  crdPreserveUnknownFields,
  trackingRemoved,
  subChartDisabled,
  twoAppsOneNamespace,
  leftoverBecameHook,
  finishedHook,
  finishedRun,
  hpaReplicas,
  controllerWritesField,
  mutatingWebhook,
  aggregatedClusterRole,
  randomHelmValue,
  timestampHelmValue,
  canonicalQuantity,
  manualChanges,
  kubectlEditDefault,
  ghostEnvVar,
  deletedLive,
  gitIsAhead,
  syncWindowClosed,
  missingPath,
  missingBranch,
  brokenHelmTemplate,
  brokenKustomization,
  undeclaredField,
  immutableSelector,
  deniedByPolicy,
  missingNamespace,
  quotaExceeded,
  crashLoop,
  crashingPod,
  deadlineExceeded,
  unschedulable,
  missingStorageClass,
  missingCrd,
];

/** Noise, a leftover, an edit, a window, a crash: without new CRDs, which keep Argo CD busy. */
export const FEW: readonly Scenario[] = [
  appOfAppsEmptyGroup,
  subChartDisabled,
  manualChanges,
  syncWindowClosed,
  missingPath,
  crashLoop,
];
