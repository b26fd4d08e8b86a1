import { stringAt } from '../../src/core/model/json.ts';
import type { ClusterEvent, ClusterModel } from '../cluster/types.ts';

/** The latest changes of a cluster, so that a watch can start where a list ended. */
export interface WatchLog {
  /** Changes after the version, in order; undefined when some of them are no longer known. */
  since(resourceVersion: string): readonly ClusterEvent[] | undefined;
  subscribe(listener: (event: ClusterEvent) => void): () => void;
  close(): void;
}

export function makeWatchLog(model: ClusterModel, capacity = 10_000): WatchLog {
  let firstVersion = Number(model.resourceVersion());
  const events: ClusterEvent[] = [];
  const listeners = new Set<(event: ClusterEvent) => void>();
  const stop = model.watch((event) => {
    events.push(event);
    if (events.length > capacity) {
      const dropped = events.splice(0, events.length - capacity);
      firstVersion = Math.max(...dropped.map(versionOf));
    }
    for (const listener of [...listeners]) listener(event);
  });
  return {
    since(resourceVersion) {
      const version = Number(resourceVersion);
      return version < firstVersion ? undefined : events.filter((event) => versionOf(event) > version);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stop,
  };
}

function versionOf({ object }: ClusterEvent): number {
  return Number(stringAt(object, 'metadata', 'resourceVersion') ?? 0);
}
