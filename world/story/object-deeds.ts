import { type Json, type JsonObject, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { LAST_APPLIED } from '../argocd/annotations.ts';
import { APP_PROJECT } from '../argocd/app-spec.ts';
import { secondsOf } from '../argocd/time.ts';
import { withoutTrackingId } from '../argocd/tracking.ts';
import type { ClusterModel, ObjectKey } from '../cluster/types.ts';
import type { Story } from './make-story.ts';
import { ingress } from './manifests.ts';

/** What can happen to single objects while somebody plans, approves or runs a change. An object is named `KIND/NAME`. */
export interface ObjectDeeds {
  useIngressClass(): Promise<void>;
  heartbeat(app: string, object: string): Promise<void>;
  editByHand(app: string, object: string): Promise<void>;
  recreateByHand(app: string, object: string): Promise<void>;
  closeWindow(project: string): Promise<void>;
  openWindow(project: string): Promise<void>;
  /** What stands in the Secret of gitea's disabled sub-chart, and in the copy that client-side apply leaves beside it. */
  plantSecret(value: string): Promise<void>;
}

export const OBJECT_DEED_DESCRIPTIONS: Readonly<Record<keyof ObjectDeeds, string>> = {
  useIngressClass: 'somebody creates an Ingress of class nginx, which infisical’s leftovers still define',
  heartbeat: 'a controller writes an object of an app without changing what it says: a status, a leader’s mark',
  editByHand: 'somebody changes with kubectl edit what an object of an app says',
  recreateByHand:
    'somebody deletes an object of an app and creates it again from Git: Argo CD does not track the new one',
  closeWindow: 'a sync window closes: nothing in the project may be synced',
  openWindow: 'the sync windows of the project are taken away',
  plantSecret: 'the Secret of gitea’s disabled redis-cluster gets this password',
};

const PERSON = { manager: 'kubectl-edit' };
const INGRESS = { namespace: 'vaultwarden', name: 'legacy-dashboard' };
const SECRET: ObjectKey = { group: '', kind: 'Secret', namespace: 'gitea', name: 'gitea-redis-cluster' };
const PASSWORD = 'redis-password';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const CLOSED = { kind: 'deny', schedule: '* * * * *', duration: '24h', timeZone: 'UTC', applications: ['*'] };

export function makeObjectDeeds(story: Story): ObjectDeeds {
  const { cluster } = story;
  let beats = 0;

  async function setWindows(project: string, syncWindows: Json): Promise<void> {
    const key = { ...APP_PROJECT, namespace: story.controller.options.namespace, name: project };
    if (!cluster.get(key)) throw new RangeError(`the story has no project ${JSON.stringify(project)}`);
    // as `argocd proj windows add` does: it stands in no file
    cluster.mergePatch(key, { spec: { syncWindows } }, { manager: 'argocd-server' });
    await story.settle();
  }

  return {
    async useIngressClass() {
      const made = ingress(INGRESS.namespace, INGRESS.name, 'legacy.home.example');
      const spec = { ...objectAt(made, 'spec'), ingressClassName: 'nginx' };
      cluster.create({ ...made, spec }, { manager: 'kubectl-create' });
      await story.settle();
    },
    async heartbeat(app, object) {
      beats += 1;
      beat(cluster, liveOf(story, app, object), `${secondsOf(story.controller.options.clock.now())} ${beats}`);
      await story.settle();
    },
    async editByHand(app, object) {
      const live = liveOf(story, app, object);
      cluster.mergePatch(keyOf(story, app, object), editOf(live), PERSON);
      await story.settle();
    },
    async recreateByHand(app, object) {
      const key = keyOf(story, app, object);
      const target = compared(story, app, object).verdict.target;
      if (!target) throw new RangeError(`${object} of ${app} is not in Git`);
      cluster.delete(key);
      cluster.create(withoutTrackingId(target), { manager: 'kubectl-create' });
      await story.settle();
    },
    closeWindow: (project) => setWindows(project, [CLOSED]),
    openWindow: (project) => setWindows(project, null),
    async plantSecret(value) {
      const applied = stringAt(cluster.get(SECRET), 'metadata', 'annotations', LAST_APPLIED) ?? '{}';
      const manifest = { ...(JSON.parse(applied) as JsonObject), stringData: { [PASSWORD]: value } };
      const patch = {
        metadata: { annotations: { [LAST_APPLIED]: `${JSON.stringify(manifest)}\n` } },
        data: { [PASSWORD]: Buffer.from(value).toString('base64') },
      };
      cluster.mergePatch(SECRET, patch, PERSON);
      await story.settle();
    },
  };
}

/** The object of the app as the last comparison has it, in Git or not. */
function compared(story: Pick<Story, 'controller'>, app: string, object: string) {
  const comparison = story.controller.comparisonOf({ namespace: story.controller.options.namespace, name: app });
  if (!comparison) throw new RangeError(`the story has no app ${JSON.stringify(app)}`);
  const found = comparison.resources.find(({ key }) => `${key.kind}/${key.name}` === object);
  if (!found) throw new RangeError(`${app} has no ${object}; write it as KIND/NAME`);
  return found;
}

export function keyOf(story: Pick<Story, 'controller'>, app: string, object: string): ObjectKey {
  return compared(story, app, object).key;
}

function liveOf(story: Pick<Story, 'controller' | 'cluster'>, app: string, object: string): Manifest {
  const live = story.cluster.get(keyOf(story, app, object));
  if (!live) throw new RangeError(`${object} of ${app} is not in the cluster`);
  return live;
}

/** A new version that says the same: through the status where there is one, else as leaders mark what they hold. */
function beat(cluster: ClusterModel, live: Manifest, mark: string): void {
  const { kind, metadata } = live;
  const hasStatus = cluster
    .kinds()
    .some((each) => each.kind === kind && (each.subresources?.includes('status') ?? false));
  if (hasStatus) {
    const condition = { type: 'Alive', status: 'True', reason: 'Heartbeat', message: mark };
    const others = listAt(live, 'status', 'conditions').filter((each) => stringAt(each, 'type') !== 'Alive');
    const status = { ...objectAt(live, 'status'), conditions: [...others, condition] };
    cluster.update({ ...live, status }, { manager: 'kube-controller-manager', subresource: 'status' });
    return;
  }
  const annotations = { ...objectAt({ metadata: metadata ?? {} }, 'metadata', 'annotations'), [LEADER]: mark };
  cluster.update(
    { ...live, metadata: { ...objectAt(live, 'metadata'), annotations } },
    { manager: 'kube-controller-manager' },
  );
}

const READS_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

function editOf(live: Manifest): JsonObject {
  switch (live.kind) {
    case 'ConfigMap':
      return { data: { 'by-hand': 'true' } };
    case 'Secret':
      return { data: { 'by-hand': 'dHJ1ZQ==' } };
    case 'ServiceAccount':
      return { automountServiceAccountToken: false };
    case 'Service':
      return { spec: { sessionAffinity: 'ClientIP' } };
    case 'Role':
    case 'ClusterRole':
      return { rules: [...listAt(live, 'rules'), READS_PODS] };
    default:
      return { metadata: { labels: { 'by-hand': 'true' } } };
  }
}
