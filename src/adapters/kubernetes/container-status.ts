import { defined } from '../../core/model/defined.ts';
import { at, isObject, type JsonObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';

/** One container as the kubelet reports it. */
export interface ContainerStatus {
  readonly name: string;
  readonly isInit: boolean;
  /** An init container with `restartPolicy: Always`: it runs as long as the pod. */
  readonly isSidecar: boolean;
  readonly isReady: boolean;
  readonly isStarted: boolean;
  readonly isRunning: boolean;
  readonly restarts: number;
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly terminated?: Exit;
  readonly lastExit?: Exit;
}

export interface Exit {
  readonly code: number;
  readonly signal: number;
  /** '' where the kubelet gives none. */
  readonly reason: string;
  /** The termination log. */
  readonly message?: string;
  readonly finishedAt?: string;
}

export function containerStatuses(pod: Manifest): readonly ContainerStatus[] {
  return [...statusesIn(pod, 'initContainerStatuses', true), ...statusesIn(pod, 'containerStatuses', false)];
}

export function sidecarNames(pod: Manifest): ReadonlySet<string> {
  return new Set(
    listAt(pod, 'spec', 'initContainers').flatMap((container) =>
      stringAt(container, 'restartPolicy') === 'Always' ? (stringAt(container, 'name') ?? []) : [],
    ),
  );
}

function statusesIn(pod: Manifest, field: string, isInit: boolean): readonly ContainerStatus[] {
  const sidecars = sidecarNames(pod);
  return listAt(pod, 'status', field)
    .filter(isObject)
    .map((status) => statusOf(status, isInit, sidecars));
}

function statusOf(status: JsonObject, isInit: boolean, sidecars: ReadonlySet<string>): ContainerStatus {
  const name = stringAt(status, 'name') ?? '';
  const waitingReason = stringAt(status, 'state', 'waiting', 'reason');
  const waitingMessage = stringAt(status, 'state', 'waiting', 'message');
  const terminated = exitOf(at(status, 'state', 'terminated'));
  const lastExit = exitOf(at(status, 'lastState', 'terminated'));
  return {
    name,
    isInit,
    isSidecar: isInit && sidecars.has(name),
    isReady: status.ready === true,
    isStarted: status.started === true,
    isRunning: at(status, 'state', 'running') !== undefined,
    restarts: numberOr(status.restartCount, 0),
    ...(waitingReason === undefined || waitingReason === ''
      ? {}
      : { waiting: { reason: waitingReason, ...defined({ message: waitingMessage }) } }),
    ...(terminated ? { terminated } : {}),
    ...(lastExit ? { lastExit } : {}),
  };
}

function exitOf(terminated: JsonObject[string] | undefined): Exit | undefined {
  if (!isObject(terminated)) return undefined;
  const message = stringAt(terminated, 'message');
  const finishedAt = stringAt(terminated, 'finishedAt');
  return {
    code: numberOr(terminated.exitCode, 0),
    signal: numberOr(terminated.signal, 0),
    reason: stringAt(terminated, 'reason') ?? '',
    ...defined({ message, finishedAt }),
  };
}

function numberOr(value: JsonObject[string] | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
