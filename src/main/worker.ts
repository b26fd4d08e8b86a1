import { resumeRuns } from '../flows/remedy/resume-runs.ts';
import { askForFirstScans } from '../flows/scan/first-scans.ts';
import { TICK_MS } from '../flows/tick.ts';
import { makeWatchApps } from '../flows/watch-apps.ts';
import { makeScanTree } from '../jobs/scan-tree.ts';
import { startWorkers } from '../jobs/workers.ts';
import type { ServiceParts } from './service.ts';
import { makeWork } from './work.ts';

/** The job edge, wired. What it started is ended by `onStop`, also where the start fails half-way. */
export async function startWorker(parts: ServiceParts, onStop: AsyncDisposableStack): Promise<void> {
  const { config, queue, log, redis, clock, pace, correlation } = parts;
  const { apps, locks, plans, snapshots } = parts.memory.patient;
  const { prefix } = config.redis;
  const instances = parts.instances.map(({ name }) => name);
  const tree = makeScanTree({ connection: redis.patient, prefix, log, pace });
  onStop.defer(tree.close);
  const workers = startWorkers({
    connection: redis.patient,
    prefix,
    instances,
    jobs: makeWork(parts, tree),
    correlated: correlation.run,
    pace,
    log,
  });
  const stopping = new AbortController();
  const watches = parts.instances.map(({ name, argocd }) =>
    makeWatchApps({ argocd, apps, queue, locks, log, pace })(name, stopping.signal).catch((error: unknown) =>
      log.error('the watch ended', { instance: name, error }),
    ),
  );
  onStop.defer(async () => {
    stopping.abort();
    await Promise.all([workers.close(), ...watches]);
  });
  await queue.schedule({ scanMs: config.scan.every, tickMs: parts.tickMs ?? pace.scaled(TICK_MS) });
  await resumeRuns({ plans, queue, clock });
  await askForFirstScans(instances, { snapshots, queue });
}
