import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import type { Snapshot, SnapshotRow } from '../../src/core/memory/snapshot.ts';
import { linesOf } from '../../src/core/pattern/lines.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makePublishSnapshot } from '../../src/flows/publish-snapshot.ts';
import { instanceJobsOf } from '../../src/main/instance-jobs.ts';
import { scanPartsOf } from '../../src/main/scan-parts.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { type ConnectedWorld, clock, startConnectedWorld } from '../support/story-world.ts';

/* The story's cluster, scanned by the command line and by the service: two ways, the same numbers. */

let story: ConnectedWorld;
let redis: TestRedis;
let scanned: ScanResult;
let published: Snapshot;
let rows: readonly SnapshotRow[];

beforeAll(async () => {
  [story, redis] = await Promise.all([startConnectedWorld(), startTestRedis()]);
  const connected = await story.connect();
  scanned = await story.scan(connected);

  const memory = await redis.memory();
  const { scan } = loadConfig({ env: { ARGOCD_SERVER: story.world.argocd.server, ARGOCD_AUTH_TOKEN: 'unused' } });
  const parts = scanPartsOf(connected, { explainApp: makeExplainApp({ jq: makeJq() }), clock, scan });
  const { startScan, scanBatch } = instanceJobsOf(connected, parts, { memory, clock, scan });
  const started = await startScan(connected.name, { scanId: 's1', isTakenOver: false, full: true });
  for (const batch of started?.batches ?? []) await scanBatch(connected.name, batch);
  const publish = makePublishSnapshot({
    ...memory,
    clock,
    selectors: [],
    notHealthyAfterMs: scan.notHealthyAfter,
    graceMsOf: () => 0,
  });
  await publish(connected.name, { id: 's1' });
  const stored = await memory.snapshots.snapshot(connected.name);
  if (stored === undefined) throw new TypeError('the scan was published');
  published = stored;
  rows = await memory.snapshots.rowsOfSnapshot(connected.name);
});

afterAll(async () => {
  await story?.close();
  await redis?.stop();
});

/** When it was seen is the one thing in which two scans differ. */
const linesIn = ({ patterns }: Snapshot) =>
  linesOf(patterns).map(({ parts, ...line }) => ({
    ...line,
    parts: parts.map(({ firstSeen: _, lastSeen: __, ...part }) => part),
  }));

describe('the command line and the service', () => {
  it('count the same apps', () => {
    const countsOf = ({ instance, apps, outOfSync, slices }: Snapshot) => ({ instance, apps, outOfSync, slices });
    expect(countsOf(scanned)).toEqual(countsOf(published));
    expect(published).toMatchObject({ apps: 52, outOfSync: 20 });
  });

  it('have the same patterns, with the same size, fix and proof', () => {
    expect(published.patterns.length).toBeGreaterThan(10);
    expect(linesIn(scanned)).toEqual(linesIn(published));
    expect(scanned.rows).toEqual(rows);
  });

  it('name the same apps that are not Healthy, off, standing still or out of sight', () => {
    const namedIn = ({ notHealthy, autoSyncOff, frozen, notObserved }: Snapshot) => ({
      // restarts go on meanwhile
      notHealthy: notHealthy.map(({ cause: { restarts: _, ...cause }, ...app }) => ({ ...app, cause })),
      autoSyncOff,
      frozen,
      notObserved,
    });
    expect(namedIn(scanned)).toEqual(namedIn(published));
    expect(published.notHealthy).toHaveLength(4);
  });
});
