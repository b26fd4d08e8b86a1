import type { SnapshotMemory } from '../../ports/memory.ts';
import type { Queue } from '../../ports/queue.ts';

export interface FirstScansDeps {
  readonly snapshots: Pick<SnapshotMemory, 'snapshot'>;
  readonly queue: Queue;
}

/** Asks for a scan where nothing is known yet: nobody should wait for the schedule. */
export async function askForFirstScans(
  instances: readonly string[],
  { snapshots, queue }: FirstScansDeps,
): Promise<void> {
  for (const instance of instances) {
    if ((await snapshots.snapshot(instance)) === undefined)
      await queue.ask({ type: 'scan', instance, reason: 'start' });
  }
}
