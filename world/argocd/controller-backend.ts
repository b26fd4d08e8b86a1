import { type Manifest, stringAt } from '../../src/core/model/json.ts';
import { APPLICATION, readAppSpec } from './app-spec.ts';
import type { Backend } from './backend.ts';
import type { AppId } from './controller/app-store.ts';
import type { Controller } from './controller/controller.ts';
import { keyOfManifest } from './object-key.ts';
import { windowsFor } from './sync-windows.ts';
import { instanceName, stamped } from './tracking.ts';
import { treeNodes } from './tree.ts';

/** The API's view of a running controller. */
export function makeControllerBackend(controller: Controller): Backend {
  const { store, sources, operations, options } = controller;
  const { clock, namespace: home } = options;
  const [management] = options.clusters;

  function need(id: AppId) {
    const app = store.get(id);
    if (!app) throw new Error(`applications.argoproj.io "${id.name}" not found`);
    return readAppSpec(app);
  }

  return {
    version: options.version,
    namespace: home,
    now: () => clock.now(),
    apps: () => store.list(),
    app: (id) => store.get(id),
    resourceVersion: () => management.cluster.resourceVersion(),
    watch: (listener) =>
      management.cluster.watch((event) => {
        const { group, kind } = keyOfManifest(event.object);
        if (group === APPLICATION.group && kind === APPLICATION.kind) listener(event);
      }),
    projects: () => store.projects(),
    clusters: () =>
      options.clusters.map(({ name, cluster }) => ({ name, server: cluster.server, status: 'Successful' })),
    managedResources: (id) =>
      (controller.comparisonOf(id)?.resources ?? []).filter(({ hook }) => !hook).map(({ verdict }) => verdict),
    tree(id) {
      const comparison = controller.comparisonOf(id);
      const index = controller.destinationOf(need(id))?.index;
      return comparison && index ? treeNodes(comparison, index) : [];
    },
    cluster: (id) => controller.destinationOf(need(id))?.cluster,
    events(id, uid) {
      const cluster = uid === undefined ? management.cluster : controller.destinationOf(need(id))?.cluster;
      const wanted = uid ?? stringAt(store.get(id), 'metadata', 'uid');
      return (cluster?.list({ group: '', kind: 'Event' }) ?? []).filter(
        (event: Manifest) => stringAt(event, 'involvedObject', 'uid') === wanted,
      );
    },
    async manifests(id, { revision, fresh }) {
      const app = need(id);
      const resolved = await sources.resolve(app, revision ?? app.targetRevision);
      const manifests = await sources.render(app, resolved, { fresh });
      return manifests.map((manifest) => stamped(manifest, instanceName(app, home), app.destination.namespace));
    },
    async describe(id, revision) {
      return sources.repositoryOf(need(id))?.describe(revision);
    },
    windows(id) {
      const app = need(id);
      return windowsFor(store.project(home, app.project), app, clock.now());
    },
    refresh: (id, hard) => controller.refresh(id, { hard }),
    requestOperation: (id, operation) => operations.request(id, operation, 'argocd-server'),
    terminate: (id) => operations.terminate(id),
  };
}
