import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import type { PodFate } from './pod-fate.ts';

export interface PodFacts {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly container: string;
  readonly image: string;
  readonly now: string;
}

/** A pod's status as scheduler and kubelet write it. */
export function podStatus(fate: PodFate, pod: PodFacts): JsonObject {
  const condition = (type: string, isTrue: boolean, more: JsonObject = {}): Json => ({
    type,
    status: isTrue ? 'True' : 'False',
    lastTransitionTime: pod.now,
    ...more,
  });
  if (fate.kind === 'unschedulable') {
    return {
      phase: 'Pending',
      conditions: [condition('PodScheduled', false, { reason: 'Unschedulable', message: fate.message })],
    };
  }
  const isReady = fate.kind === 'running';
  return {
    phase: fate.kind === 'image-missing' ? 'Pending' : 'Running',
    startTime: pod.now,
    conditions: [
      condition('Initialized', true),
      condition('Ready', isReady),
      condition('ContainersReady', isReady),
      condition('PodScheduled', true),
    ],
    containerStatuses: [
      {
        name: pod.container,
        image: pod.image,
        imageID: '',
        ready: isReady,
        started: isReady,
        ...containerState(fate, pod),
      },
    ],
  };
}

function containerState(fate: PodFate, pod: PodFacts): JsonObject {
  switch (fate.kind) {
    case 'crashing':
      return {
        restartCount: fate.restarts,
        state: {
          waiting: {
            reason: 'CrashLoopBackOff',
            message: `back-off 5m0s restarting failed container=${pod.container} pod=${pod.name}_${pod.namespace}(${pod.uid})`,
          },
        },
        lastState: { terminated: { exitCode: 1, reason: 'Error', startedAt: pod.now, finishedAt: pod.now } },
      };
    case 'image-missing':
      return {
        restartCount: 0,
        state: {
          waiting: {
            reason: 'ImagePullBackOff',
            message: `Back-off pulling image "${fate.image}": ErrImagePull: ${fate.image}: not found`,
          },
        },
        lastState: {},
      };
    default:
      return { restartCount: 0, state: { running: { startedAt: pod.now } }, lastState: {} };
  }
}
