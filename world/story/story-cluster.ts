import { addController, type ScriptedController } from '../cluster/add-controller.ts';
import { type ClusterState, makeClusterModel, type RestorableCluster } from '../cluster/cluster-model.ts';
import { eventRecorder } from './events.ts';
import { SERVER } from './git-content.ts';
import { smallControllers } from './runtime/small-controllers.ts';
import { type WorkloadController, workloadController } from './runtime/workload-controller.ts';
import { type Applied, installAll } from './seed.ts';
import type { StoryClock } from './story-clock.ts';

/** The story's cluster with what runs in it. */
export interface StoryCluster {
  readonly cluster: RestorableCluster;
  readonly workloads: WorkloadController;
  /** From here on things go wrong. */
  trouble(): void;
  stop(): void;
}

export function makeStoryCluster(clock: StoryClock, from?: ClusterState): StoryCluster {
  const cluster = makeClusterModel({ server: SERVER, clock, ...(from ? { from } : {}) });
  let isCalm = true;
  const workloads = workloadController({ clock, isCalm: () => isCalm });
  const scripted: readonly ScriptedController[] = [workloads, ...smallControllers(clock), eventRecorder(clock)];
  const stops = scripted.map((controller) => addController(cluster, controller));
  return {
    cluster,
    workloads,
    trouble() {
      isCalm = false;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

export interface Installed {
  readonly state: ClusterState;
  readonly applied: Applied;
}

/** Installs everything, write by write. */
export function install(clock: StoryClock, repoUrl: string, files: ReadonlyMap<string, string>): Installed {
  const { cluster, stop } = makeStoryCluster(clock);
  const applied = installAll({ cluster, clock, repoUrl, files });
  stop();
  return { state: cluster.state(), applied };
}
