import { defined } from '../../core/model/defined.ts';
import { RejectedError } from '../../core/model/errors.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import type { AppHandle, ArgoCdReader, ArgoCdWriter, CallOptions, SyncRequest } from '../../ports/argocd.ts';
import type { Http } from './http.ts';
import { appQuery, appRoute } from './routes.ts';

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

  return {
    sync,

    terminate: (app, { signal } = {}) =>
      http.write({ method: 'DELETE', path: appRoute(app, 'operation'), query: appQuery(app), signal }),

    rollback(app, historyId, { signal } = {}) {
      const body = { name: app.ref.name, ...appQuery(app), id: historyId, dryRun: false, prune: false };
      return http.write({ method: 'POST', path: appRoute(app, 'rollback'), body, signal });
    },
  };
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
