import { z } from 'zod';
import type { ScanSomeApps } from '../flows/scan/scan-batch.ts';
import type { ScanBatch } from '../flows/scan/start-scan.ts';
import type { ScanProgressMemory } from '../ports/memory.ts';
import type { Metrics } from '../ports/metrics.ts';
import { defineJob, type JobKind } from './job.ts';
import { SCAN_JOBS } from './names.ts';
import { AppRef } from './payloads.ts';

const text = z.string();
const texts = z.array(text);
const pairs = z.record(text, text);
const Resource = z.looseObject({ group: text, kind: text, namespace: text, name: text });

const Settings = z.looseObject({
  version: text.exactOptional(),
  trackingMethod: z.enum(['annotation', 'label', 'annotation+label']).exactOptional(),
  instanceLabelKey: text.exactOptional(),
  installationId: text.exactOptional(),
  controllerNamespace: text.exactOptional(),
  seesAllApps: z.boolean().exactOptional(),
  exclusions: z.array(z.looseObject({ groups: texts, kinds: texts })).exactOptional(),
});

const ListedApp = z.looseObject({
  ref: AppRef,
  project: text,
  labels: pairs,
  annotations: pairs,
  sync: z.looseObject({ status: text, revisions: texts }),
  health: z.looseObject({ status: text, since: text.exactOptional() }),
  autoSync: z.looseObject({ enabled: z.boolean(), prune: z.boolean(), selfHeal: z.boolean() }),
  destination: z.looseObject({
    server: text.exactOptional(),
    name: text.exactOptional(),
    namespace: text.exactOptional(),
  }),
  reconciledAt: text.exactOptional(),
  drifting: z.array(Resource),
  identity: text,
});

const AppToLookAt = z.looseObject({
  listed: ListedApp,
  unlessSince: z.looseObject({ identity: text, probe: text, at: text }).exactOptional(),
  frozen: z
    .looseObject({ reason: z.enum(['skip-reconcile', 'stale-reconcile', 'cluster-connection']), says: text })
    .exactOptional(),
});

const Other = z.looseObject({
  name: text,
  instance: text.exactOptional(),
  rendersIt: z.boolean(),
  prune: z.boolean().exactOptional(),
  everythingWantsPruning: z.boolean(),
});

/** A field that a newer release added is passed on as it stands. */
const Work: z.ZodType<ScanBatch> = z.looseObject({
  settings: Settings,
  apps: z.array(AppToLookAt),
  shared: z.record(text, z.array(z.looseObject({ resource: Resource, others: z.array(Other) }))),
});

const BatchJob = z.object({ scanId: text, batch: text, work: Work });

export interface BatchJobDeps {
  readonly scanBatchOf: (instance: string) => ScanSomeApps;
  readonly scans: Pick<ScanProgressMemory, 'advanceScan'>;
  readonly metrics: Metrics;
}

/** Looks at some apps of a scan. */
export function makeBatchJob({ scanBatchOf, scans, metrics }: BatchJobDeps): JobKind {
  return defineJob(SCAN_JOBS.batch, BatchJob, async ({ scanId, batch, work }, { instance, signal }) => {
    await scanBatchOf(instance)(instance, work, { signal });
    metrics.record('plumbline_looks_total', work.apps.length, { instance });
    await scans.advanceScan(instance, scanId, batch, work.apps.length);
  });
}
