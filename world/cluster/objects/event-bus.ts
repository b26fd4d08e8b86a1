import type { Manifest } from '../../../src/core/model/json.ts';
import type { ClusterEvent } from '../types.ts';

export interface EventBus {
  emit(type: ClusterEvent['type'], object: Manifest): void;
  subscribe(listener: (event: ClusterEvent) => void): () => void;
}

/**
 * Every listener gets every event, in the order of the writes: what a listener writes waits until all have heard what it
 * reacted to. Whoever wrote first returns when the last consequence has been told.
 */
export function makeEventBus(): EventBus {
  const listeners = new Set<(event: ClusterEvent) => void>();
  const waiting: ClusterEvent[] = [];
  let told: ClusterEvent | undefined;

  function drain(): void {
    try {
      for (told = waiting.shift(); told !== undefined; told = waiting.shift()) {
        for (const listener of [...listeners]) listener(told);
      }
    } finally {
      told = undefined;
      waiting.length = 0;
    }
  }

  return {
    emit(type, object) {
      waiting.push({ type, object, depth: told === undefined ? 0 : told.depth + 1 });
      if (told === undefined) drain();
    },
    subscribe(listener) {
      const own = (event: ClusterEvent): void => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
