import { at, isObject, type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { formatAge } from './age.ts';
import { AGE, type Column, column, NAME, textColumn } from './column.ts';

export const POD_COLUMNS: readonly Column[] = [
  NAME,
  column('Ready', (pod) => `${statuses(pod).filter(isReady).length}/${listAt(pod, 'spec', 'containers').length}`),
  column('Status', podStatus),
  column('Restarts', restarts),
  AGE,
  textColumn('IP', 'status.podIP', '<none>', true),
  textColumn('Node', 'spec.nodeName', '<none>', true),
  textColumn('Nominated Node', 'status.nominatedNodeName', '<none>', true),
  column('Readiness Gates', () => '<none>', true),
];

function statuses(pod: Manifest): readonly Json[] {
  return listAt(pod, 'status', 'containerStatuses');
}

function isReady(status: Json): boolean {
  return at(status, 'ready') === true;
}

/** The reason kubectl prints: of the pod, of an init container that is not done, of the first container in trouble. */
function podStatus(pod: Manifest): string {
  const phase = stringAt(pod, 'status', 'reason') ?? stringAt(pod, 'status', 'phase') ?? 'Unknown';
  const init = initReason(pod);
  const reason =
    init ??
    statuses(pod)
      .map(containerReason)
      .find((found) => found !== undefined) ??
    phase;
  if (at(pod, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating';
  return reason === 'Completed' && statuses(pod).some((status) => at(status, 'state', 'running') !== undefined)
    ? 'Running'
    : reason;
}

function initReason(pod: Manifest): string | undefined {
  const all = listAt(pod, 'status', 'initContainerStatuses');
  const index = all.findIndex((status) => at(status, 'state', 'terminated', 'exitCode') !== 0);
  const status = all[index];
  if (status === undefined || at(status, 'started') === true) return undefined;
  const reason = containerReason(status);
  return reason !== undefined && reason !== 'PodInitializing' ? `Init:${reason}` : `Init:${index}/${all.length}`;
}

function containerReason(status: Json): string | undefined {
  const waiting = stringAt(status, 'state', 'waiting', 'reason');
  if (waiting) return waiting;
  const terminated = at(status, 'state', 'terminated');
  if (!isObject(terminated)) return undefined;
  return stringAt(terminated, 'reason') ?? `ExitCode:${String(terminated.exitCode ?? 0)}`;
}

function restarts(pod: Manifest, now: Date): Json {
  const all = [...listAt(pod, 'status', 'initContainerStatuses'), ...statuses(pod)];
  const count = statuses(pod).reduce<number>((sum, status) => sum + Number(at(status, 'restartCount') ?? 0), 0);
  const last = all
    .flatMap((status) => stringAt(status, 'lastState', 'terminated', 'finishedAt') ?? [])
    .toSorted()
    .at(-1);
  return count > 0 && last !== undefined ? `${count} (${formatAge(last, now)} ago)` : String(count);
}
