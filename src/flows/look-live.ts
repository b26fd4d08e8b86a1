import type { AppRecord } from '../core/memory/app-record.ts';
import { remember } from '../core/memory/remember.ts';
import { appKey } from '../core/model/app-key.ts';
import { NotFoundError } from '../core/model/errors.ts';
import type { AppHandle, CallOptions } from '../ports/argocd.ts';
import type { AppMemory } from '../ports/memory.ts';
import type { Queue } from '../ports/queue.ts';
import type { ListFleet } from './scan/list-fleet.ts';
import { alone } from './scan/look-alone.ts';
import type { LookAtApps } from './scan/look-at-apps.ts';

export interface LookLiveDeps {
  readonly listFleet: ListFleet;
  readonly lookAtApps: LookAtApps;
  readonly apps: AppMemory;
  readonly queue: Queue;
  readonly healthyForMs: number;
}

/** @throws NotFoundError when Argo CD has no such app any more; UnavailableError when it does not answer in time. */
export type LookLive = (instance: string, app: AppHandle, options: CallOptions) => Promise<AppRecord>;

/** One app as it is now, for the person who asked. Memory follows by a job of its own, where something moved. */
export function makeLookLive({ listFleet, lookAtApps, apps, queue, healthyForMs }: LookLiveDeps): LookLive {
  return async (instance, { ref, project }, options) => {
    const key = appKey(ref);
    const [fleet, [before]] = await Promise.all([
      listFleet({ name: ref.name, ...(project === undefined ? {} : { projects: [project] }) }, options),
      apps.records(instance, [key]),
    ]);
    const listed = fleet.listed.find((app) => appKey(app.ref) === key);
    if (listed === undefined) {
      throw new NotFoundError(
        'argocd.no-app',
        `Argo CD has no app ${ref.name} any more`,
        'it was deleted since the last scan',
      );
    }
    const { apps: toLookAt, shared } = alone(listed, before);
    for await (const seen of lookAtApps(
      toLookAt,
      { settings: fleet.settings, sharedBy: (app) => shared[app] ?? [], knownOf: () => before },
      { ...options, ghostSweep: true },
    )) {
      const { record, movements } = remember(before, seen, healthyForMs);
      if (movements.length > 0) await queue.ask({ type: 'look', instance, app: { ref, project: listed.project } });
      return record;
    }
    throw new TypeError('a look has an end');
  };
}
