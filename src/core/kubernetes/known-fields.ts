import { parsePointer } from '../model/pointer.ts';
import { isBuiltIn, type ResourceRef } from '../model/resource-ref.ts';

/*
 * Fields that the types of workloads have (k8s.io/api apps/v1, batch/v1, core/v1), as far as people edit them. A field that
 * stands here is kept by the API server: if Git states it and live lacks it, somebody took it out.
 */

const SPECS: Readonly<Record<string, string>> = {
  Deployment: 'replicas selector template strategy minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds',
  StatefulSet:
    'replicas selector template volumeClaimTemplates serviceName podManagementPolicy updateStrategy revisionHistoryLimit minReadySeconds',
  DaemonSet: 'selector template updateStrategy minReadySeconds revisionHistoryLimit',
  Job: 'parallelism completions activeDeadlineSeconds backoffLimit template ttlSecondsAfterFinished completionMode suspend',
  CronJob:
    'schedule timeZone startingDeadlineSeconds concurrencyPolicy suspend jobTemplate successfulJobsHistoryLimit failedJobsHistoryLimit',
  Service:
    'ports selector type externalIPs sessionAffinity loadBalancerSourceRanges externalName externalTrafficPolicy internalTrafficPolicy publishNotReadyAddresses loadBalancerClass',
};

const POD = new Set(
  'volumes initContainers containers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace securityContext imagePullSecrets hostname subdomain affinity schedulerName tolerations hostAliases priorityClassName dnsConfig readinessGates runtimeClassName enableServiceLinks topologySpreadConstraints'.split(
    ' ',
  ),
);

const CONTAINER = new Set(
  'image command args workingDir ports envFrom env resources volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin tty'.split(
    ' ',
  ),
);

/** Whether the type of a built-in kind is known to have the field. False: it has not, or that is not known here. */
export function isKnownField(ref: ResourceRef, path: string): boolean {
  if (!isBuiltIn(ref)) return false;
  const tokens = parsePointer(path);
  const field = tokens.at(-1) ?? '';
  const parent = tokens.slice(0, -1).join('/');
  if (parent === 'spec') return Object.hasOwn(SPECS, ref.kind) && (SPECS[ref.kind] ?? '').split(' ').includes(field);
  if (/^spec\/(jobTemplate\/spec\/)?template\/spec$/.test(parent)) return POD.has(field);
  return /\/template\/spec\/(initContainers|containers)\/\d{1,6}$/.test(parent) && CONTAINER.has(field);
}
