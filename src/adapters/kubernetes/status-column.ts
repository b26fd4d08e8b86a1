import { isObject, type JsonObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import { type ContainerStatus, containerStatuses, type Exit, sidecarNames } from './container-status.ts';

export interface StatusColumn {
  /** kubectl's STATUS. */
  readonly status: string;
  /** kubectl's READY: `0/1`. */
  readonly ready: string;
  /** kubectl's RESTARTS. */
  readonly restarts: number;
}

/** The STATUS, READY and RESTARTS columns, by the rules of kubectl's own printer (printPod in Kubernetes' printers). */
export function statusColumn(pod: Manifest): StatusColumn {
  const statuses = containerStatuses(pod);
  const main = statuses.filter(({ isInit }) => !isInit);
  const { reached, current } = initProgress(statuses);
  const init = current && initStatus(pod, current, reached.length - 1);
  const isPastInit = init === undefined || isConditionTrue(pod, 'Initialized');
  const sidecars = reached.filter(({ isSidecar }) => isSidecar);
  const ready = [
    ...sidecars.filter(({ isReady, isStarted }) => isReady && isStarted),
    ...main.filter(({ isReady, isRunning }) => isPastInit && isReady && isRunning),
  ];
  const counted = isPastInit ? [...sidecars, ...main] : reached;
  const total = listAt(pod, 'spec', 'containers').length + sidecarNames(pod).size;
  return {
    status: deletionStatus(pod) ?? (isPastInit ? mainStatus(pod, main, init ?? ownStatus(pod)) : init),
    ready: `${ready.length}/${total}`,
    restarts: counted.reduce((sum, { restarts }) => sum + restarts, 0),
  };
}

export function conditionsOf(pod: Manifest): readonly JsonObject[] {
  return listAt(pod, 'status', 'conditions').filter(isObject);
}

export function phaseOf(pod: Manifest): string | undefined {
  return stringAt(pod, 'status', 'phase');
}

function ownStatus(pod: Manifest): string {
  const isGated = conditionsOf(pod).some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  if (isGated) return 'SchedulingGated';
  const reason = stringAt(pod, 'status', 'reason');
  return reason === undefined || reason === '' ? (phaseOf(pod) ?? 'Unknown') : reason;
}

/** `current` is the first init container that is not through, if any; later ones do not count yet. */
function initProgress(statuses: readonly ContainerStatus[]): {
  readonly reached: readonly ContainerStatus[];
  readonly current: ContainerStatus | undefined;
} {
  const init = statuses.filter(({ isInit }) => isInit);
  const index = init.findIndex(
    ({ terminated, isSidecar, isStarted }) => terminated?.code !== 0 && !(isSidecar && isStarted),
  );
  return { reached: index === -1 ? init : init.slice(0, index + 1), current: init[index] };
}

function initStatus(pod: Manifest, { terminated, waiting }: ContainerStatus, done: number): string {
  if (terminated) return `Init:${exitStatus(terminated)}`;
  if (waiting && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`;
  return `Init:${done}/${listAt(pod, 'spec', 'initContainers').length}`;
}

/** The first container with something to say decides. */
function mainStatus(pod: Manifest, main: readonly ContainerStatus[], otherwise: string): string {
  const telling = main.find(({ waiting, terminated }) => waiting ?? terminated);
  if (!telling) return otherwise;
  const status = telling.waiting?.reason ?? (telling.terminated ? exitStatus(telling.terminated) : otherwise);
  const isServing = main.some(({ isReady, isRunning }) => isReady && isRunning);
  if (status !== 'Completed' || !isServing) return status;
  return isConditionTrue(pod, 'Ready') ? 'Running' : 'NotReady';
}

function exitStatus({ reason, signal, code }: Exit): string {
  if (reason !== '') return reason;
  return signal === 0 ? `ExitCode:${code}` : `Signal:${signal}`;
}

function deletionStatus(pod: Manifest): string | undefined {
  if (stringAt(pod, 'metadata', 'deletionTimestamp') === undefined) return undefined;
  if (stringAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return /^(Succeeded|Failed)$/.test(phaseOf(pod) ?? '') ? undefined : 'Terminating';
}

function isConditionTrue(pod: Manifest, type: string): boolean {
  return conditionsOf(pod).some((condition) => condition.type === type && condition.status === 'True');
}
