import { applyManifest } from '../argocd/controller/apply.ts';
import { type Controller, makeController } from '../argocd/controller/controller.ts';
import { stamped } from '../argocd/tracking.ts';
import type { ClusterModel, GitModel, WorldClock } from '../cluster/types.ts';
import { makeGitModel } from '../git/git-model.ts';
import { refreshEvents } from './events.ts';
import { applicationOf, childApps } from './git-content.ts';
import { pastCommits } from './past.ts';
import { type Release, seed } from './seed.ts';
import { makeStoryClock } from './story-clock.ts';
import { makeStoryCluster } from './story-cluster.ts';
import { installedAt, storyFiles } from './template.ts';

export interface StoryOptions {
  readonly clock: WorldClock;
  /** Where the bare repository is made. */
  readonly folder: string;
  /** How often the controller asks Git for new commits; 0 = only by `settle` and refresh. */
  readonly pollMs?: number;
}

export interface Story {
  readonly cluster: ClusterModel;
  readonly git: GitModel;
  readonly controller: Controller;
  /** Whatever changed, the clock included, has had its consequences. */
  settle(): Promise<void>;
  close(): void;
}

const VERSION = 'v3.2.11';
const DAY = 86_400_000;

/** The cluster that the demo ships: 52 applications, 20 of them out of sync, 4 of those Progressing. */
export async function makeStory({ clock: base, folder, pollMs = 1000 }: StoryOptions): Promise<Story> {
  const clock = makeStoryClock(base);
  const git = await makeGitModel(folder, { clock });
  const files = storyFiles(git.url);
  const releases: Release[] = [];
  for (const { daysAgo, message, changes } of pastCommits(files)) {
    const date = new Date(base.now().getTime() - daysAgo * DAY).toISOString();
    releases.push({ daysAgo, revision: await git.commit(changes, message, { date }), changes });
  }
  const { state, applied } = installedAt(base.now(), git.url);
  const { cluster, workloads, trouble, stop } = makeStoryCluster(clock, state);
  seed({ cluster, clock, repoUrl: git.url, releases, files, version: VERSION, trouble }, applied);
  refreshEvents(cluster, clock);

  const controller = makeController({
    clusters: [{ name: 'in-cluster', cluster }],
    repositories: [git],
    clock,
    version: VERSION,
    namespace: 'argocd',
    debounceMs: 20,
    pollMs,
  });
  await controller.settle();
  freeze(cluster, git);
  await controller.settle();
  return {
    cluster,
    git,
    controller,
    async settle() {
      workloads.catchUp(cluster);
      refreshEvents(cluster, clock);
      await controller.settle();
    },
    close() {
      controller.close();
      stop();
    },
  };
}

/** Apps with annotations of their own get them last: one is frozen with the status it has by then. */
function freeze(cluster: ClusterModel, git: GitModel): void {
  for (const app of childApps.filter(({ annotations }) => annotations !== undefined)) {
    applyManifest(cluster, stamped(applicationOf(app, git.url), 'root', 'argocd'), { serverSide: false });
  }
}
