import { at, type JsonObject, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { keyOfManifest } from '../../argocd/object-key.ts';
import { generatedName } from './generated-name.ts';

export interface Rollout {
  /** The ReplicaSet of a Deployment's newest template; the workload itself for other kinds. */
  readonly owner: string;
  readonly replicas: number;
  readonly ready: number;
  readonly now: string;
  /** The rollout is over its deadline whatever the clock says. */
  readonly isPastDeadline: boolean;
}

/** A workload's status once its newest generation is rolled out, whether or not the pods are well. */
export function workloadStatus(workload: Manifest, rollout: Rollout): JsonObject {
  const observedGeneration = at(workload, 'metadata', 'generation') ?? 1;
  return { observedGeneration, ...countsOf(workload, rollout) };
}

function countsOf(workload: Manifest, rollout: Rollout): JsonObject {
  const { kind, name } = keyOfManifest(workload);
  const { replicas, ready } = rollout;
  if (kind === 'StatefulSet') {
    const revision = `${name}-${generatedName(objectAt(workload, 'spec', 'template'), 10)}`;
    return {
      replicas,
      updatedReplicas: replicas,
      currentReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      currentRevision: revision,
      updateRevision: revision,
      collisionCount: 0,
    };
  }
  if (kind === 'DaemonSet') {
    return {
      desiredNumberScheduled: replicas,
      currentNumberScheduled: replicas,
      updatedNumberScheduled: replicas,
      numberReady: ready,
      numberAvailable: ready,
      numberMisscheduled: 0,
    };
  }
  const isAvailable = ready === replicas;
  return {
    replicas,
    updatedReplicas: replicas,
    ...(ready > 0 ? { readyReplicas: ready, availableReplicas: ready } : {}),
    ...(isAvailable ? {} : { unavailableReplicas: replicas - ready }),
    conditions: [
      progress(workload, rollout, isAvailable),
      condition(
        workload,
        rollout,
        isAvailable
          ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }
          : { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable' },
      ),
    ],
  };
}

const COMPLETE = 'NewReplicaSetAvailable';
const DEFAULT_DEADLINE_SECONDS = 600;

/** A rollout that completed once stays complete: docs/facts.md#progress-deadline. */
function progress(workload: Manifest, rollout: Rollout, isAvailable: boolean): JsonObject {
  const { owner, now, isPastDeadline } = rollout;
  const quoted = `ReplicaSet ${JSON.stringify(owner)}`;
  const known = listAt(workload, 'status', 'conditions').find(
    (entry) => stringAt(entry, 'type') === 'Progressing' && stringAt(entry, 'message')?.includes(quoted),
  );
  if (isAvailable || (stringAt(known, 'reason') === COMPLETE && !isPastDeadline)) {
    const message = `${quoted} has successfully progressed.`;
    return condition(workload, rollout, { type: 'Progressing', status: 'True', reason: COMPLETE, message });
  }
  const since = stringAt(known, 'lastUpdateTime') ?? now;
  const stated = at(workload, 'spec', 'progressDeadlineSeconds');
  const deadline = typeof stated === 'number' ? stated : DEFAULT_DEADLINE_SECONDS;
  const isLate =
    isPastDeadline || stringAt(known, 'status') === 'False' || (Date.parse(now) - Date.parse(since)) / 1000 > deadline;
  if (!isLate) {
    const times = { lastTransitionTime: since, lastUpdateTime: since };
    return {
      type: 'Progressing',
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message: `${quoted} is progressing.`,
      ...times,
    };
  }
  const message = `${quoted} has timed out progressing.`;
  return condition(workload, rollout, {
    type: 'Progressing',
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message,
  });
}

/** The time moves only when the status does. */
function condition(
  workload: Manifest,
  { now }: Rollout,
  next: { readonly type: string; readonly status: string; readonly reason: string; readonly message?: string },
): JsonObject {
  const known = listAt(workload, 'status', 'conditions').find(
    (entry) => stringAt(entry, 'type') === next.type && stringAt(entry, 'status') === next.status,
  );
  const since = stringAt(known, 'lastTransitionTime') ?? now;
  return { ...next, lastTransitionTime: since, lastUpdateTime: since };
}
