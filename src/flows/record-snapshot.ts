import type { Snapshot } from '../core/memory/snapshot.ts';
import type { Metrics } from '../ports/metrics.ts';

/** The snapshot as gauges, for dashboards. */
export function recordSnapshot(
  { instance, apps, outOfSync, notHealthy, patterns, scannedAt }: Snapshot,
  metrics: Metrics,
): void {
  metrics.record('plumbline_apps', apps, { instance, state: 'all' });
  metrics.record('plumbline_apps', outOfSync, { instance, state: 'out-of-sync' });
  metrics.record('plumbline_apps', notHealthy.length, { instance, state: 'not-healthy' });
  metrics.record('plumbline_snapshot_timestamp_seconds', Date.parse(scannedAt) / 1000, { instance });
  const open = patterns.filter(({ resolvedAt }) => resolvedAt === undefined);
  const known = new Set(patterns.map(({ driftClass }) => driftClass));
  for (const name of known) {
    const some = open.filter(({ driftClass }) => driftClass === name);
    metrics.record('plumbline_patterns', some.length, { instance, class: name });
  }
}
