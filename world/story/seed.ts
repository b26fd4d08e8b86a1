import { randomBytes } from 'node:crypto';
import { type JsonObject, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { applyManifest } from '../argocd/controller/apply.ts';
import { isHook } from '../argocd/hooks.ts';
import { keyOfManifest, versionOf } from '../argocd/object-key.ts';
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
  readonly revision: string;
  readonly version: string;
  /** From here on things go wrong. */
  trouble(): void;
  /** What Git holds. */
  readonly files: ReadonlyMap<string, string>;
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
export const TROUBLES: Readonly<
  Record<string, { readonly days: number; readonly pod?: string; readonly claim?: string }>
> = {
  'argo-rollouts': { days: 21, pod: 'argo-rollouts-6b4c4dfbd9-ghl9c' },
  gitea: { days: 9, claim: 'gitea-shared-storage' },
  sympozium: { days: 6, pod: 'sympozium-0' },
  'vcluster-experiments': { days: 3, pod: 'experiments-0' },
};

export function seed(context: Seed): void {
  const { clock } = context;
  clock.daysAgo(BOOTSTRAP, () => bootstrap(context));
  const applied = new Map<string, readonly JsonObject[]>();
  clock.daysAgo(INSTALLED, () => {
    createApplications(context);
    for (const app of childApps) applied.set(app.name, install(context, app));
  });
  context.trouble();
  for (const [name, trouble] of Object.entries(TROUBLES)) clock.daysAgo(trouble.days, () => reschedule(context, name));
  for (const app of childApps) recordSync(context, app.name, applied.get(app.name) ?? []);
  recordSync(context, 'root', []);
}

function bootstrap({ cluster }: Seed): void {
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

function createApplications({ cluster, repoUrl }: Seed): void {
  cluster.create(rootApplication(repoUrl), { manager: 'kubectl-client-side-apply' });
  for (const app of childApps) {
    // a frozen app was compared before it was frozen
    applyManifest(cluster, stamped(applicationOf({ ...app, annotations: {} }, repoUrl), 'root', 'argocd'), {
      serverSide: false,
    });
  }
}

/** What a sync applies; hooks have run, CRDs that a bootstrap installed were left alone. */
function install({ cluster, clock, files: all }: Seed, app: StoryApp): readonly JsonObject[] {
  const files = [...all].filter(([name]) => name.startsWith(`apps/${app.name}/`));
  const rendered = renderFiles(files, `apps/${app.name}`, {
    now: clock.now(),
    hash: () => randomBytes(32).toString('hex'),
  });
  const wanted = rendered.filter((manifest) => !isHook(manifest) || keyOfManifest(manifest).name === VK_HOOK);
  const targets = [...wanted, ...(leftovers[app.name] ?? [])].map((manifest) =>
    stamped(manifest, app.name, app.namespace),
  );
  return inOrder(targets).flatMap((target) => {
    if (isInstalledByBootstrap(cluster, target)) return [];
    const { group, kind, namespace, name } = keyOfManifest(target);
    const message = applyManifest(cluster, target, { serverSide: app.serverSideApply === true && !isHook(target) });
    return [
      {
        group,
        version: versionOf(target),
        kind,
        namespace,
        name,
        status: 'Synced',
        message,
        hookPhase: 'Running',
        syncPhase: 'Sync',
      },
    ];
  });
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
  const { cluster, clock, revision, version } = context;
  const days = name === 'root' ? ROOT_SYNCED : (REWRITTEN[name] ?? ROOT_SYNCED + 1);
  const key = { group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name };
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
      history: [{ revision, deployedAt: now, id: 0, source, deployStartedAt: now, initiatedBy: { automated: true } }],
      operationState: {
        operation,
        phase: 'Succeeded',
        message: 'successfully synced (all tasks run)',
        syncResult: { resources, revision, source },
        startedAt: now,
        finishedAt: now,
      },
    };
    const written = REWRITTEN[name] === undefined ? app : typedRewrite(app, version);
    cluster.update({ ...written, status }, { manager: 'argocd-application-controller' });
  });
}
