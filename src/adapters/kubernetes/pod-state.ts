import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { type Manifest, stringAt } from '../../core/model/json.ts';
import type { PodState } from '../../core/model/observation.ts';
import { type ContainerStatus, containerStatuses } from './container-status.ts';
import { humanDuration } from './human-duration.ts';
import { conditionsOf, phaseOf, statusColumn } from './status-column.ts';

/** A pod and how badly it fares: crash evidence outweighs waiting, waiting outweighs ready. */
export interface RankedPod {
  readonly state: PodState;
  readonly severity: number;
}

const MAX_MESSAGE = 500;
/** A container that ran out of memory less than this ago will do so again. */
const RECENT_MS = 60 * 60_000;

export function rankedPod(pod: Manifest, now: Date, masker: Masker): RankedPod {
  const { status, ready, restarts } = statusColumn(pod);
  const worst = worstContainer(containerStatuses(pod));
  const phase = phaseOf(pod);
  const namespace = stringAt(pod, 'metadata', 'namespace');
  const created = stringAt(pod, 'metadata', 'creationTimestamp');
  const message = messageOf(pod, worst);
  return {
    state: {
      name: stringAt(pod, 'metadata', 'name') ?? '',
      ...defined({ namespace, phase }),
      reason: reasonOf(pod, status, worst, now),
      ...(message === undefined ? {} : { message: masker.text(message).slice(0, MAX_MESSAGE) }),
      ready,
      restarts,
      ...(created === undefined ? {} : { age: humanDuration(now.getTime() - Date.parse(created)) }),
      ...(worst ? { container: worst.name } : {}),
    },
    severity: severityOf(pod, worst),
  };
}

export function worstFirst(pods: readonly RankedPod[]): readonly PodState[] {
  return pods
    .toSorted(
      (a, b) =>
        b.severity - a.severity ||
        (b.state.restarts ?? 0) - (a.state.restarts ?? 0) ||
        a.state.name.localeCompare(b.state.name),
    )
    .map(({ state }) => state);
}

/** kubectl's word, sharpened where it hides the cause: CrashLoopBackOff may be OOMKilled, Pending may be Unschedulable. */
function reasonOf(pod: Manifest, status: string, worst: ContainerStatus | undefined, now: Date): string {
  if (status === 'Pending' && unschedulable(pod)) return 'Unschedulable';
  if (!worst || status === 'Terminating' || !isOutOfMemory(worst, now)) return status;
  return status.startsWith('Init:') ? 'Init:OOMKilled' : 'OOMKilled';
}

function isOutOfMemory({ lastExit, isReady }: ContainerStatus, now: Date): boolean {
  if (lastExit?.reason !== 'OOMKilled') return false;
  return !isReady || now.getTime() - Date.parse(lastExit.finishedAt ?? '') < RECENT_MS;
}

function unschedulable(pod: Manifest): string | undefined {
  const found = conditionsOf(pod).find(
    ({ type, status, reason }) => type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable',
  );
  return found && (stringAt(found, 'message') ?? '');
}

function messageOf(pod: Manifest, worst: ContainerStatus | undefined): string | undefined {
  const exit = worst?.terminated ?? worst?.lastExit;
  const isFailure = exit !== undefined && exit.code !== 0;
  const parts = [
    unschedulable(pod),
    isFailure ? `last exit: ${exit.reason === '' ? '' : `${exit.reason}, `}code ${exit.code}` : undefined,
    isFailure ? exit.message : undefined,
    worst?.waiting?.message,
    stringAt(pod, 'status', 'message'),
  ].flatMap((part) => (part === undefined || part.trim() === '' ? [] : [part.trim()]));
  return parts.length === 0 ? unreadyMessage(pod) : parts.join('; ');
}

function unreadyMessage(pod: Manifest): string | undefined {
  if (phaseOf(pod) !== 'Running') return undefined;
  const unready = conditionsOf(pod).find(({ type, status }) => type === 'Ready' && status === 'False');
  return stringAt(unready, 'message');
}

const CRASHED = /CrashLoopBackOff|RunContainerError|StartError|ContainerCannotRun|^Error$|OOMKilled/;

function containerSeverity({ waiting, terminated, lastExit, isReady, isInit, isSidecar }: ContainerStatus): number {
  const isThrough = terminated?.code === 0 && (!isInit || !isSidecar);
  if (isThrough) return 0;
  const hasCrashed =
    CRASHED.test(waiting?.reason ?? '') ||
    (terminated !== undefined && terminated.code !== 0) ||
    (lastExit !== undefined && lastExit.code !== 0 && !isReady);
  if (hasCrashed) return 3;
  if (waiting && !/^(PodInitializing|ContainerCreating)$/.test(waiting.reason)) return 2;
  return isReady ? 0 : 1;
}

function worstContainer(statuses: readonly ContainerStatus[]): ContainerStatus | undefined {
  return statuses.toSorted(
    (a, b) =>
      containerSeverity(b) - containerSeverity(a) || Number(a.isInit) - Number(b.isInit) || b.restarts - a.restarts,
  )[0];
}

function severityOf(pod: Manifest, worst: ContainerStatus | undefined): number {
  const phase = phaseOf(pod);
  if (phase === 'Succeeded') return 0;
  if (phase === 'Failed') return Math.max(2, worst ? containerSeverity(worst) : 2);
  if (unschedulable(pod) !== undefined) return 2;
  return worst ? containerSeverity(worst) : 1;
}
