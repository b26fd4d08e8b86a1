import type { AppRecord } from '../../core/memory/app-record.ts';
import { withEarlier } from '../../core/memory/earlier.ts';
import { type AppKey, appKey } from '../../core/model/app-key.ts';
import { BotError } from '../../core/model/errors.ts';
import type { InstanceState } from '../../core/model/observation.ts';
import { isSame } from '../../core/model/resource-ref.ts';
import { appNotices } from '../../core/scan/app-notices.ts';
import type { FrozenVerdict } from '../../core/scan/frozen.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { probeHash } from '../../core/scan/probe.ts';
import { foundIn, type Look, type SeenApp, seenApp } from '../../core/scan/seen-app.ts';
import type { SharedResource } from '../../core/scan/shared-resources.ts';
import type { ArgoCdReader } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExplainApp } from '../explain-app.ts';
import { makeSharedFacts } from '../observe/shared-facts.ts';
import type { FleetFacts, ObserveApp } from '../observe-app.ts';
import { concurrently } from './concurrently.ts';

export interface LookDeps {
  readonly argocd: Pick<ArgoCdReader, 'probeResources'>;
  readonly observeApp: ObserveApp;
  readonly explainApp: ExplainApp;
  readonly clock: Clock;
  /** Unless a look says otherwise. */
  readonly ghostSweep?: boolean;
}

/** Plain data: it can travel in a job. */
export interface AppToLookAt {
  readonly listed: ListedApp;
  /** Given: a light probe first, and no look if nothing was written since. */
  readonly unlessSince?: Look;
  readonly frozen?: FrozenVerdict;
}

interface FleetToLookAt {
  readonly settings: InstanceState;
  readonly sharedBy: (app: AppKey) => readonly SharedResource[];
  /** What is remembered of the app; absent: nothing is. */
  readonly knownOf?: (app: AppKey) => AppRecord | undefined;
}

export interface LookOptions {
  readonly signal?: AbortSignal;
  /** Apps observed side by side; the instance's rate limit is the adapter's. */
  readonly concurrency?: number;
  /** One app that hangs delays nobody: after this it is reported as not observed. */
  readonly appTimeoutMs?: number;
  /** Also read the workloads that Argo CD shows as Synced, for what a person added to them. */
  readonly ghostSweep?: boolean;
}

export type LookAtApps = (
  apps: Iterable<AppToLookAt>,
  fleet: FleetToLookAt,
  options?: LookOptions,
) => AsyncIterable<SeenApp>;

/** In the order in which they are done. No observation outlives its findings. */
export function makeLookAtApps({ argocd, observeApp, explainApp, clock, ...deps }: LookDeps): LookAtApps {
  return (apps, { settings, sharedBy, knownOf }, options = {}) => {
    const { signal, concurrency = 8, appTimeoutMs = 60_000, ghostSweep = deps.ghostSweep ?? false } = options;
    const facts: FleetFacts = {
      instance: settings,
      shared: makeSharedFacts(),
      ghostSweep,
      otherAppsOf: (app, ref) =>
        sharedBy(appKey(app.ref)).find(({ resource }) => isSame(resource, ref))?.others ??
        (settings.seesAllApps === false ? undefined : []),
    };
    return concurrently(apps, concurrency, (app, stopped) => {
      signal?.throwIfAborted();
      return inTime(app, signal ? AbortSignal.any([signal, stopped]) : stopped);
    });

    async function inTime(app: AppToLookAt, stopped: AbortSignal): Promise<SeenApp> {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), appTimeoutMs);
      try {
        return await lookAt(app, AbortSignal.any([stopped, deadline.signal]));
      } catch (error) {
        stopped.throwIfAborted();
        if (deadline.signal.aborted)
          return failed(app, `it did not answer within ${Math.round(appTimeoutMs / 1000)} s`);
        if (error instanceof BotError) return failed(app, error.message);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    }

    function failed(app: AppToLookAt, notObserved: string): SeenApp {
      const at = now();
      return seen(app, { at, look: { identity: '', probe: '', at }, found: { notObserved } });
    }

    async function lookAt(app: AppToLookAt, either: AbortSignal): Promise<SeenApp> {
      const { listed, unlessSince } = app;
      if (unlessSince && (await probe(listed, either)) === unlessSince.probe)
        return seen(app, { at: now(), look: unlessSince, found: 'same' });
      const { ref, project, identity } = listed;
      const begun = now();
      const observed = await observeApp({ ref, project }, facts, { signal: either });
      const observation = withEarlier(observed, knownOf?.(appKey(ref)));
      const found = foundIn(observation, await explainApp(observation));
      const look = { identity, probe: observation.probe ?? '', at: begun };
      return seen(app, { at: now(), look, found }, observation.app, appNotices(observation.app));
    }

    /** As the list stated it, unless the look knows better. */
    function seen(
      { listed, frozen }: AppToLookAt,
      what: Pick<SeenApp, 'at' | 'look' | 'found'>,
      { sync, health, autoSync }: Pick<ListedApp, 'sync' | 'health' | 'autoSync'> = listed,
      notices = listed.notices,
    ): SeenApp {
      const shared = sharedBy(appKey(listed.ref));
      return seenApp({ ...listed, sync, health, autoSync }, { ...what, frozen, shared, notices });
    }
  };

  function now(): string {
    return clock.now().toISOString();
  }

  /** undefined: the probe was refused; a look says why. */
  async function probe({ ref, project, drifting }: ListedApp, signal: AbortSignal): Promise<string | undefined> {
    try {
      return probeHash(await argocd.probeResources({ ref, project }, { signal }), drifting);
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      return undefined;
    }
  }
}
