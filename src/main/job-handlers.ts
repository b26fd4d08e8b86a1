import type { Memory } from '../adapters/redis/client.ts';
import { defined } from '../core/model/defined.ts';
import { type ApprovalState, approvalFrom } from '../core/remedy/approval/approval.ts';
import type { DeliverMessages } from '../flows/deliver-messages.ts';
import type { PublishSnapshot } from '../flows/publish-snapshot.ts';
import type { ScanBatch } from '../flows/scan/start-scan.ts';
import type { TellChannels, ToldChannel } from '../flows/tell-channels.ts';
import type { Tick } from '../flows/tick.ts';
import type { JobHandlers } from '../jobs/workers.ts';
import type { AppHandle } from '../ports/argocd.ts';
import type { Clock } from '../ports/clock.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Queue } from '../ports/queue.ts';
import type { instanceJobsOf } from './instance-jobs.ts';
import { recordSnapshot } from './record-snapshot.ts';

export interface HandlerDeps {
  readonly jobsOf: (instance: string) => ReturnType<typeof instanceJobsOf>;
  readonly publish: PublishSnapshot;
  readonly tellChannels: TellChannels;
  readonly channels: readonly ToldChannel[];
  readonly deliver: DeliverMessages;
  readonly tick: Tick;
  /** Makes the offer of this id. */
  readonly plan: (instance: string, app: AppHandle, offerId: string, options: Signalled) => Promise<void>;
  /** Runs or restores the plan, as far as its events say it should. */
  readonly run: (instance: string, planId: string, options: Signalled) => Promise<void>;
  readonly memory: Memory;
  readonly queue: Queue;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

interface Signalled {
  readonly signal: AbortSignal;
}

/** What a run can end as; a later restore counts too. */
const ENDED: ReadonlySet<ApprovalState> = new Set(['verified', 'failed', 'superseded', 'restored']);

/** Jobs → flows. What a job does is in the flow; here stand only the order and the counting. */
export function makeJobHandlers(deps: HandlerDeps): JobHandlers {
  const { jobsOf, publish, memory, queue, metrics, clock } = deps;

  async function stateOf(planId: string): Promise<ApprovalState | undefined> {
    const record = await memory.plans.find(planId);
    return record && approvalFrom(record.plan, record.approval).state;
  }

  return {
    async startScan(instance, { scanId, full, isTakenOver }, { signal, log }) {
      try {
        const scan = await jobsOf(instance).startScan(instance, { scanId, full, isTakenOver, signal });
        metrics.record('plumbline_argocd_up', 1, { instance });
        log.info('a scan was started', { instance, batches: scan?.batches.length ?? 0 });
        return scan;
      } catch (error) {
        metrics.record('plumbline_scans_total', 1, { instance, outcome: 'failed' });
        metrics.record('plumbline_argocd_up', 0, { instance });
        throw error;
      }
    },

    async scanBatch(instance, { scanId, batch, work }, { signal }) {
      const some = work as ScanBatch;
      await jobsOf(instance).scanBatch(instance, some, { signal });
      metrics.record('plumbline_looks_total', some.apps.length, { instance });
      await memory.scans.advanceScan(instance, scanId, batch, some.apps.length);
    },

    async look(instance, app, { signal }) {
      const { ref, project } = app;
      const moved = await jobsOf(instance).lookAgain(instance, { ref, ...defined({ project }) }, { signal });
      metrics.record('plumbline_looks_total', 1, { instance });
      if (moved) await queue.ask({ type: 'publish', instance });
    },

    async publish(instance, scanId, { log }) {
      const snapshot = await publish(instance, scanId === undefined ? undefined : { id: scanId });
      if (snapshot === undefined) return;
      recordSnapshot(snapshot, metrics);
      if (scanId !== undefined) {
        const last = await memory.scans.lastScan(instance);
        const now = clock.now();
        await memory.scans.finishScan(instance, scanId, now.toISOString());
        metrics.record('plumbline_scans_total', 1, { instance, outcome: 'done' });
        if (last?.scanId === scanId) {
          metrics.record('plumbline_scan_seconds', (now.getTime() - Date.parse(last.startedAt)) / 1000, { instance });
        }
        log.info('a snapshot was published', { instance, apps: snapshot.apps, outOfSync: snapshot.outOfSync });
      }
      for (const channel of deps.channels) await deps.tellChannels.tell(channel);
    },

    deliver: (channel, { signal }) => deps.deliver(channel, signal),
    tick: () => deps.tick(),
    plan: (instance, { app, offerId }, { signal }) => deps.plan(instance, app, offerId, { signal }),
    async run(instance, planId, { signal, log }) {
      const before = await stateOf(planId);
      await deps.run(instance, planId, { signal });
      const outcome = await stateOf(planId);
      if (outcome === undefined || outcome === before || !ENDED.has(outcome)) return;
      metrics.record('plumbline_runs_total', 1, { instance, outcome });
      log.info('a run ended', { instance, plan: planId, outcome });
    },
  };
}
