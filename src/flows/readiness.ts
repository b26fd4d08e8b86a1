import type { SnapshotMemory } from '../ports/memory.ts';

/** What is not ready, in words; empty: ready. */
export type Missing = () => Promise<readonly string[]>;

/** Whether the store answers. */
export function storeMissing(ping: () => Promise<unknown>): Missing {
  return async () => {
    try {
      await ping();
      return [];
    } catch {
      return ['Redis does not answer'];
    }
  };
}

export function slackMissing(isConnected: () => boolean): Missing {
  return async () => (isConnected() ? [] : ['Slack is not connected']);
}

/** Ready means: Argo CD was reached, or is known to be down. */
export function reachMissing(instances: readonly string[], snapshots: Pick<SnapshotMemory, 'reach'>): Missing {
  return async () => {
    try {
      const reaches = await Promise.all(instances.map((name) => snapshots.reach(name)));
      return instances.flatMap((name, index) => (reaches[index] === undefined ? [`${name} was not asked yet`] : []));
    } catch {
      // the store is what is missing then
      return [];
    }
  };
}

export function allMissing(parts: readonly Missing[]): Missing {
  return async () => (await Promise.all(parts.map((missing) => missing()))).flat();
}
