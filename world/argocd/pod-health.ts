import { at, isObject, type Json, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { HealthStatus } from './health.ts';

/** kubectl's STATUS column, which Argo CD shows as `Status Reason`. */
export function podReason(pod: Manifest): string {
  if (stringAt(pod, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating';
  for (const [index, status] of listAt(pod, 'status', 'initContainerStatuses').entries()) {
    const reason = stateReason(status);
    if (reason !== undefined && reason !== 'Completed') return `Init:${reason}`;
    if (at(status, 'ready') !== true && at(status, 'state', 'terminated') === undefined) {
      return `Init:${index}/${listAt(pod, 'spec', 'initContainers').length}`;
    }
  }
  const reasons = containerStatuses(pod).flatMap((status) => stateReason(status) ?? []);
  return reasons[0] ?? stringAt(pod, 'status', 'reason') ?? stringAt(pod, 'status', 'phase') ?? 'Unknown';
}

function stateReason(status: Json): string | undefined {
  return stringAt(status, 'state', 'waiting', 'reason') ?? stringAt(status, 'state', 'terminated', 'reason');
}

export function podHealth(pod: Manifest): HealthStatus {
  const phase = stringAt(pod, 'status', 'phase');
  const waiting = containerStatuses(pod)
    .map((status) => at(status, 'state', 'waiting'))
    .find((state) => /^Err|Error$|BackOff$/.test(stringAt(state, 'reason') ?? ''));
  if (waiting && (stringAt(pod, 'spec', 'restartPolicy') ?? 'Always') === 'Always') {
    return { status: 'Degraded', message: stringAt(waiting, 'message') ?? stringAt(waiting, 'reason') ?? '' };
  }
  if (phase === 'Pending') return { status: 'Progressing' };
  if (phase === 'Succeeded') return { status: 'Healthy' };
  if (phase === 'Failed') return { status: 'Degraded', message: stringAt(pod, 'status', 'message') ?? '' };
  if (isReady(pod)) return { status: 'Healthy' };
  const hasEnded = containerStatuses(pod).some((status) => isObject(at(status, 'lastState', 'terminated')));
  return { status: hasEnded ? 'Degraded' : 'Progressing' };
}

function isReady(pod: Manifest): boolean {
  return listAt(pod, 'status', 'conditions').some(
    (condition) => stringAt(condition, 'type') === 'Ready' && stringAt(condition, 'status') === 'True',
  );
}

export function containerStatuses(pod: Manifest): readonly Json[] {
  return listAt(pod, 'status', 'containerStatuses');
}

export function restartCount(pod: Manifest): number {
  return containerStatuses(pod).reduce<number>((sum, status) => {
    const restarts = at(status, 'restartCount');
    return sum + (typeof restarts === 'number' ? restarts : 0);
  }, 0);
}
