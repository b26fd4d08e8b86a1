import { createHash } from 'node:crypto';
import { type Json, type JsonObject, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { applyManifest } from '../argocd/controller/apply.ts';
import { hookPhases, isHook } from '../argocd/hooks.ts';
import { keyOfManifest, keyText, versionOf } from '../argocd/object-key.ts';
import { renderFiles } from '../argocd/render.ts';
import { secondsOf } from '../argocd/time.ts';
import { stamped } from '../argocd/tracking.ts';
import { typedRewrite } from '../argocd/typed-rewrite.ts';
import type { ClusterModel } from '../cluster/types.ts';
import { MISSING_STORAGE_CLASS, VK_HOOK } from './catalogue/drifting.ts';
import { leftovers } from './catalogue/leftovers.ts';
import { bootstrapCrd } from './catalogue/platform.ts';
import { ARGO_CD_KINDS, crd, EVENT_LISTENER, ROLLOUTS_KINDS, TEKTON_DASHBOARD_KINDS, TEKTON_KINDS } from './crds.ts';
import { applicationOf, childApps, rootApplication } from './git-content.ts';
import type { StoryApp } from './story-app.ts';
import type { StoryClock } from './story-clock.ts';

/* The past of the story's cluster, written through the model in the order in which it happened. */

export interface Seed {
  readonly cluster: ClusterModel;
  readonly clock: StoryClock;
  readonly repoUrl: string;
  /** The commits of the repository, oldest first. */
  readonly releases: readonly Release[];
  readonly version: string;
  /** From here on things go wrong. */
  trouble(): void;
  /** What Git holds. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Release {
  readonly daysAgo: number;
  readonly revision: string;
  readonly changes: ReadonlyMap<string, string | null>;
}

/** Where Plumbline was installed by hand: it keeps its rollback bundles there. */
export const BUNDLE_NAMESPACE = 'plumbline';

const BOOTSTRAP = 200;
const INSTALLED = 120;
const ROOT_SYNCED = 30;

/** Apps that ran an operation since root's last sync, days ago: each was written back without its zero values. */
const REWRITTEN: Readonly<Record<string, number>> = {
  'argo-rollouts': 22,
  gitea: 9,
  'gpu-operator': 20,
  'grafana-alerting': 12,
  infisical: 7,
  litellm: 15,
  paperclip: 14,
  sympozium: 6,
  'tekton-extras': 2,
  'vcluster-experiments': 3,
  'victoria-metrics': 11,
  'vk-remote': 5,
};

/** Not Healthy since, days ago, and the pod that was made then. */
const TROUBLES: Readonly<Record<string, { readonly days: number; readonly pod?: string; readonly claim?: string }>> = {
  'argo-rollouts': { days: 21, pod: 'argo-rollouts-6b4c4dfbd9-ghl9c' },
  gitea: { days: 9, claim: 'gitea-shared-storage' },
  sympozium: { days: 6, pod: 'sympozium-0' },
  'vcluster-experiments': { days: 3, pod: 'experiments-0' },
};

/** What the sync of each app applied. */
export type Applied = ReadonlyMap<string, readonly JsonObject[]>;

/** How the cluster came into being. Nothing in it but its dates depends on when that was. */
export function installAll(context: Omit<Seed, 'releases' | 'trouble' | 'version'>): Applied {
  const { clock } = context;
  clock.daysAgo(BOOTSTRAP, () => bootstrap(context));
  return clock.daysAgo(INSTALLED, () => {
    createApplications(context);
    const lasting = childApps.filter((app) => !isDated(context, app));
    return new Map(lasting.map((app) => [app.name, install(context, app)]));
  });
}

/** What happened since: the rest of the installation, and what went wrong. */
export function seed(context: Seed, installed: Applied): void {
  const { clock } = context;
  const dated = childApps.filter((app) => !installed.has(app.name));
  const applied = clock.daysAgo(
    INSTALLED,
    () => new Map([...installed, ...dated.map((app) => [app.name, install(context, app)] as const)]),
  );
  context.trouble();
  for (const [name, trouble] of Object.entries(TROUBLES)) clock.daysAgo(trouble.days, () => reschedule(context, name));
  for (const app of childApps) recordSync(context, app.name, applied.get(app.name) ?? []);
  recordSync(context, 'root', []);
}

function bootstrap({ cluster }: Pick<Seed, 'cluster'>): void {
  const helm = { manager: 'helm' };
  const kinds = [
    ...ROLLOUTS_KINDS.map((shape) => bootstrapCrd(shape, 'argo-rollouts')),
    ...TEKTON_KINDS.map((shape) => bootstrapCrd(shape, 'tekton-pipelines')),
    ...TEKTON_DASHBOARD_KINDS.map((shape) => bootstrapCrd(shape, 'tekton-dashboard')),
    crd(EVENT_LISTENER),
    ...ARGO_CD_KINDS.map((shape) => crd(shape)),
  ];
  for (const manifest of kinds) cluster.create(manifest, helm);
  cluster.create(
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'longhorn', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'driver.longhorn.io',
    },
    helm,
  );
  cluster.create(
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: 'traefik' },
      spec: { controller: 'traefik.io/ingress-controller' },
    },
    helm,
  );
  for (const name of new Set([...childApps.map(({ namespace }) => namespace), BUNDLE_NAMESPACE])) {
    if (name !== 'sympozium-system') cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, helm);
  }
}

function createApplications({ cluster, repoUrl }: Pick<Seed, 'cluster' | 'repoUrl'>): void {
  cluster.create(rootApplication(repoUrl), { manager: 'kubectl-client-side-apply' });
  for (const app of childApps) {
    // a frozen app was compared before it was frozen
    applyManifest(cluster, stamped(applicationOf({ ...app, annotations: {} }, repoUrl), 'root', 'argocd'), {
      serverSide: false,
    });
  }
}

type Sources = Pick<Seed, 'files'>;

function filesOf({ files }: Sources, { name }: StoryApp): readonly (readonly [name: string, text: string])[] {
  return [...files].filter(([file]) => file.startsWith(`apps/${name}/`));
}

/** Its render says when it was made, and names of pods follow from what they say. */
function isDated(sources: Sources, app: StoryApp): boolean {
  return filesOf(sources, app).some(([, text]) => text.includes('# plumbline-demo: render-time'));
}

/** What a sync applies; hooks have run, CRDs that a bootstrap installed were left alone. */
function install(
  { cluster, clock, files }: Pick<Seed, 'cluster' | 'clock' | 'files'>,
  app: StoryApp,
): readonly JsonObject[] {
  let renders = 0;
  const hash = (): string => {
    renders += 1;
    return createHash('sha256').update(`${app.name} ${renders}`).digest('hex');
  };
  const rendered = renderFiles(filesOf({ files }, app), `apps/${app.name}`, { now: clock.now(), hash });
  const wanted = rendered.filter((manifest) => !isHook(manifest) || keyOfManifest(manifest).name === VK_HOOK);
  const targets = [...wanted, ...(leftovers[app.name] ?? [])].map((manifest) =>
    stamped(manifest, app.name, app.namespace),
  );
  return inOrder(targets).flatMap((target) => {
    if (isInstalledByBootstrap(cluster, target)) return [];
    const { group, kind, namespace, name } = keyOfManifest(target);
    const message = applyManifest(cluster, target, { serverSide: app.serverSideApply === true && !isHook(target) });
    const [hookType] = hookPhases(target);
    const phase =
      hookType === undefined
        ? { hookPhase: 'Running', syncPhase: 'Sync' }
        : { hookType, hookPhase: 'Succeeded', syncPhase: hookType };
    return [{ group, version: versionOf(target), kind, namespace, name, status: 'Synced', message, ...phase }];
  });
}

/** Pruning is off: what an earlier revision applied is listed, and that is all that a sync does about it. */
function lastResults(app: string, applied: readonly JsonObject[]): readonly JsonObject[] {
  const left = new Set((leftovers[app] ?? []).map((manifest) => keyText(keyOfManifest(manifest))));
  const isLeft = ({ group, kind, namespace, name }: JsonObject): boolean =>
    left.has(keyText({ group: String(group), kind: String(kind), namespace: String(namespace), name: String(name) }));
  return applied.map((result) =>
    isLeft(result) ? { ...result, status: 'PruneSkipped', message: 'ignored (requires pruning)' } : result,
  );
}

/** The syncs that an app can still tell of: its first one, and one for each commit below its path, up to the last. */
function historyOf({ clock, releases }: Seed, name: string, source: Json, days: number): readonly JsonObject[] {
  const isOwn = ({ changes }: Release): boolean => [...changes.keys()].some((file) => file.startsWith(`apps/${name}/`));
  const synced = [
    ...releases.filter((release) => release.daysAgo > days && isOwn(release)),
    { daysAgo: days, revision: releaseAt(releases, days) },
  ];
  return synced.map(({ daysAgo, revision }, id) => {
    const deployedAt = clock.daysAgo(daysAgo, () => secondsOf(clock.now()));
    return { revision, deployedAt, id, source, deployStartedAt: deployedAt, initiatedBy: { automated: true } };
  });
}

function releaseAt(releases: readonly Release[], days: number): string {
  return releases.findLast(({ daysAgo }) => daysAgo >= days)?.revision ?? '';
}

/** Kinds and namespaces before what needs them. PersonaPacks come with another app than their CRD. */
function inOrder(targets: readonly Manifest[]): readonly Manifest[] {
  const rank = ({ kind }: Manifest): number => ['CustomResourceDefinition', 'Namespace'].indexOf(String(kind)) + 1 || 3;
  return targets.toSorted((a, b) => rank(a) - rank(b));
}

function isInstalledByBootstrap(cluster: ClusterModel, target: Manifest): boolean {
  const live = target.kind === 'CustomResourceDefinition' ? cluster.get(keyOfManifest(target)) : undefined;
  return listAt(live, 'metadata', 'managedFields').some((entry) => stringAt(entry, 'manager') === 'helm');
}

/** The pod or claim that makes the app Progressing came into being when the trouble began. */
function reschedule({ cluster }: Seed, name: string): void {
  const { pod, claim } = TROUBLES[name] ?? {};
  const namespace = childApps.find((app) => app.name === name)?.namespace ?? '';
  if (pod !== undefined) cluster.delete({ group: '', kind: 'Pod', namespace, name: pod });
  if (claim === undefined) return;
  const key = { group: '', kind: 'PersistentVolumeClaim', namespace, name: claim };
  const live = cluster.get(key);
  if (!live || stringAt(live, 'spec', 'storageClassName') !== MISSING_STORAGE_CLASS) return;
  cluster.delete(key);
  const {
    resourceVersion: _,
    uid: __,
    creationTimestamp: ___,
    managedFields: ____,
    ...metadata
  } = objectAt(live, 'metadata');
  cluster.create({ ...live, metadata, status: {} }, { manager: 'argocd-controller' });
}

/** The last operation of an app, as it stands in the status, and since when its health is what it is. */
function recordSync(context: Seed, name: string, resources: readonly JsonObject[]): void {
  const { cluster, clock, releases, version } = context;
  const days = name === 'root' ? ROOT_SYNCED : (REWRITTEN[name] ?? ROOT_SYNCED + 1);
  const key = { group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name };
  const revision = releaseAt(releases, days);
  clock.daysAgo(days, () => {
    const app = cluster.get(key) ?? {};
    const now = secondsOf(clock.now());
    const source = objectAt(app, 'spec', 'source');
    const operation = {
      sync: { revision, syncOptions: listAt(app, 'spec', 'syncPolicy', 'syncOptions') },
      initiatedBy: { automated: true },
      retry: { limit: 5 },
    };
    const trouble = TROUBLES[name];
    const status = {
      health: {
        status: trouble ? 'Progressing' : 'Healthy',
        lastTransitionTime: trouble
          ? clock.daysAgo(trouble.days, () => secondsOf(clock.now()))
          : clock.daysAgo(INSTALLED, () => secondsOf(clock.now())),
      },
      history: historyOf(context, name, source, days),
      operationState: {
        operation,
        phase: 'Succeeded',
        message: 'successfully synced (all tasks run)',
        syncResult: { resources: lastResults(name, resources), revision, source },
        startedAt: now,
        finishedAt: now,
      },
    };
    const written = REWRITTEN[name] === undefined ? app : typedRewrite(app, version);
    cluster.update({ ...written, status }, { manager: 'argocd-application-controller' });
  });
}
