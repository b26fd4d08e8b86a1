import { makeJq } from '../../src/adapters/jq/client.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeListFleet } from '../../src/flows/scan/list-fleet.ts';
import { makeLookAtApps } from '../../src/flows/scan/look-at-apps.ts';
import { makeScanFleet, type ScanOptions } from '../../src/flows/scan/scan-fleet.ts';
import { connectInstances } from '../../src/main/connect-instances.ts';
import { wallClock } from '../../world/demo-clock.ts';
import { type RunningWorld, startWorld, type WorldOptions } from '../../world/start-world.ts';
import { makeHands } from './hands.ts';

export const clock = wallClock;

/** A simulated world with the adapters that ship connected to it. Rate limits are off: tests have better things to do. */
export interface ConnectedWorld {
  readonly world: RunningWorld;
  connect(options?: {
    readonly blind?: boolean;
    readonly kubeconfig?: string;
    readonly token?: string;
  }): Promise<ConnectedInstance>;
  scan(instance: ConnectedInstance, options?: ScanOptions): Promise<ScanResult>;
  close(): Promise<void>;
}

export async function startConnectedWorld(options: WorldOptions = {}): Promise<ConnectedWorld> {
  const worldClock = options.clock ?? clock;
  const world = await startWorld(options);
  const explainApp = makeExplainApp({ jq: makeJq() });
  const connections: ConnectedInstance[] = [];
  return {
    world,
    async connect({ blind = false, kubeconfig = world.kubeconfig, token = world.argocd.token } = {}) {
      const env = { ARGOCD_SERVER: world.argocd.server, ARGOCD_AUTH_TOKEN: token };
      const config = loadConfig({ env });
      const kubernetes =
        blind || kubeconfig === null
          ? {}
          : { kubernetes: { inCluster: false, destinations: {}, requestsPerSecond: 1000, kubeconfig } };
      const instances = config.instances.map((one) => ({
        ...one,
        ...kubernetes,
        argocd: { ...one.argocd, requestsPerSecond: 1000 },
      }));
      const [connected] = await connectInstances({ ...config, instances }, undefined, env);
      if (!connected) throw new TypeError('one instance was configured');
      connections.push(connected);
      return connected;
    },
    scan(instance, scanOptions = {}) {
      const { argocd, clusterFor } = instance;
      const observeApp = makeObserveApp({ argocd, clusterFor, clock: worldClock, notHealthyAfterMs: 3_600_000 });
      const lookAtApps = makeLookAtApps({ argocd, observeApp, explainApp, clock: worldClock });
      return makeScanFleet({ listFleet: makeListFleet(instance), lookAtApps, clock: worldClock })(scanOptions);
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
      await world.close();
    },
  };
}

/** The story, an instance connected to it, and hands at its cluster. */
export async function startStoryWithHands(options: Pick<WorldOptions, 'clock'> = {}) {
  const story = await startConnectedWorld(options);
  const instance = await story.connect();
  const { kubeconfig, git } = story.world;
  if (kubeconfig === null || git === null) throw new TypeError('the story has a cluster and a repository');
  const hands = await makeHands({ kubeconfig, git });
  return {
    ...story,
    instance,
    hands,
    async close() {
      await hands.close();
      await story.close();
    },
  };
}
export type StoryWithHands = Awaited<ReturnType<typeof startStoryWithHands>>;
