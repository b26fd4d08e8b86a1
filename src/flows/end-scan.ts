import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ScanProgressMemory } from '../ports/memory.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { PublishSnapshot } from './publish-snapshot.ts';
import { recordSnapshot } from './record-snapshot.ts';
import type { TellChannels, ToldChannel } from './tell-channels.ts';

export interface EndScanDeps {
  readonly publish: PublishSnapshot;
  readonly scans: Pick<ScanProgressMemory, 'lastScan' | 'finishScan'>;
  readonly tellChannels: Pick<TellChannels, 'tell'>;
  readonly channels: readonly ToldChannel[];
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** Without `scanId` some apps were looked at between scans. */
export type EndScan = (
  instance: string,
  options: { readonly scanId?: string | undefined; readonly log: Log },
) => Promise<void>;

/** All that was looked at becomes visible at once: publish the snapshot, note the end of the scan, tell the channels. */
export function makeEndScan({ publish, scans, tellChannels, channels, metrics, clock }: EndScanDeps): EndScan {
  return async (instance, { scanId, log }) => {
    const snapshot = await publish(instance, scanId === undefined ? undefined : { id: scanId });
    if (snapshot === undefined) return;
    recordSnapshot(snapshot, metrics);
    if (scanId !== undefined) {
      await noteEnd(instance, scanId);
      log.info('a snapshot was published', { instance, apps: snapshot.apps, outOfSync: snapshot.outOfSync });
    }
    for (const channel of channels) await tellChannels.tell(channel);
  };

  async function noteEnd(instance: string, scanId: string): Promise<void> {
    const last = await scans.lastScan(instance);
    const now = clock.now();
    await scans.finishScan(instance, scanId, now.toISOString());
    metrics.record('plumbline_scans_total', 1, { instance, outcome: 'done' });
    // another scan may have begun meanwhile
    if (last?.scanId !== scanId) return;
    metrics.record('plumbline_scan_seconds', (now.getTime() - Date.parse(last.startedAt)) / 1000, { instance });
  }
}
