import { defined } from '../../core/model/defined.ts';
import { NotFoundError, RejectedError } from '../../core/model/errors.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import type { AppHandle, ArgoCdReader, ArgoCdWriter, CallOptions, SyncRequest } from '../../ports/argocd.ts';
import type { Http } from './http.ts';
import { appQuery, appRoute } from './routes.ts';

type Versioned = ResourceRef & { readonly version: string };

export interface WriterOptions {
  readonly http: Http;
  /** With the writer's own credential. */
  readonly getApp: ArgoCdReader['getApp'];
}

export function makeWriter({ http, getApp }: WriterOptions): ArgoCdWriter {
  /**
   * The app's own sync options go with the request: options in a request replace them, and what was approved is what
   * they were when the request was made.
   */
  async function sync(app: AppHandle, request: SyncRequest, { signal }: CallOptions = {}): Promise<void> {
    const { sources, syncOptions, project } = await getApp(app, signal ? { signal } : {});
    if (request.revision !== undefined && sources.length > 1) throw revisionOfMany(app);
    const body = {
      name: app.ref.name,
      ...appQuery({ ...app, project }),
      ...defined({ revision: request.revision }),
      prune: request.prune,
      dryRun: false,
      ...(request.resources.length === 0 ? {} : { resources: request.resources.map(identityOf) }),
      ...(syncOptions.length === 0 ? {} : { syncOptions: { items: syncOptions } }),
      infos: [{ name: 'Reason', value: request.reason }],
    };
    await http.write({ method: 'POST', path: appRoute(app, 'sync'), body, signal });
  }

  async function runAction(app: AppHandle, resource: Versioned, action: string, { signal }: CallOptions = {}) {
    const path = appRoute(app, 'resource', 'actions');
    const { name: resourceName, ...kind } = resource;
    const body = { name: app.ref.name, ...appQuery(app), ...kind, resourceName, action };
    try {
      await http.write({ method: 'POST', path: `${path}/v2`, body, signal });
    } catch (error) {
      // Servers before 3.1 have no such route: nothing has happened yet.
      if (!(error instanceof NotFoundError) || error.code !== 'argocd.no-such-endpoint') throw error;
      await http.write({ method: 'POST', path, query: resourceQuery(app, resource), body: action, signal });
    }
  }

  return {
    sync,

    terminate: (app, { signal } = {}) =>
      http.write({ method: 'DELETE', path: appRoute(app, 'operation'), query: appQuery(app), signal }),

    rollback(app, historyId, { signal } = {}) {
      const body = { name: app.ref.name, ...appQuery(app), id: historyId, dryRun: false, prune: false };
      return http.write({ method: 'POST', path: appRoute(app, 'rollback'), body, signal });
    },

    deleteResource: (app, resource, { signal } = {}) =>
      http.write({ method: 'DELETE', path: appRoute(app, 'resource'), query: resourceQuery(app, resource), signal }),

    patchResource(app, resource, patch, { signal } = {}) {
      const query = { ...resourceQuery(app, resource), patchType: 'application/merge-patch+json' };
      // A JSON string that holds JSON: grpc-gateway binds the body to one string field.
      return http.write({
        method: 'POST',
        path: appRoute(app, 'resource'),
        query,
        body: JSON.stringify(patch),
        signal,
      });
    },

    runAction,
  };
}

function resourceQuery(app: AppHandle, { group, kind, namespace, name, version }: Versioned) {
  return { ...appQuery(app), group, kind, namespace, resourceName: name, version };
}

function identityOf({ group, kind, namespace, name }: ResourceRef) {
  return { group, kind, namespace, name };
}

/** Argo CD would ignore the revision of a multi-source app and sync to the newest. */
function revisionOfMany({ ref }: AppHandle): RejectedError {
  return new RejectedError(
    'argocd.revision-of-many-sources',
    `${ref.name} has several sources, and one revision cannot say which of them is meant.`,
    'Sync it without a revision, or pin targetRevision of the source in Git.',
  );
}
