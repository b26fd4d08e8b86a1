import { matchesGlob } from '../../../src/core/model/glob.ts';
import { listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { readAppSpec } from '../app-spec.ts';
import { isActive } from '../sync-windows.ts';
import { plain } from './app-view.ts';
import { invalidArgument, notFound, permissionDenied } from './errors.ts';
import { selected } from './fields.ts';
import { needSession, type Route } from './http.ts';

/* What is asked of the instance, not of one app (docs/facts.md#instance-endpoints). */

const CAN_I_ACTIONS = ['get', 'create', 'update', 'delete', 'sync', 'override', 'action', 'invoke'];

export const instanceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/api\/version$/,
    isPublic: true,
    handle({ backend, session }) {
      const Version = `${backend.version}+demo`;
      if (!session) return { json: { Version } };
      return {
        json: {
          Version,
          BuildDate: '2026-01-01T00:00:00Z',
          GoVersion: 'go1.25.0',
          Compiler: 'gc',
          Platform: 'linux/amd64',
          KustomizeVersion: 'v5.7.1',
          HelmVersion: 'v3.18.4',
          JsonnetVersion: 'v0.21.0',
        },
      };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/session\/userinfo$/,
    isPublic: true,
    handle: ({ session }) => ({ json: session ? { loggedIn: true, username: session.username, iss: 'argocd' } : {} }),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/settings$/,
    isPublic: true,
    handle: ({ backend, session, request }) => ({
      json: {
        url: `http://${request.headers.host ?? 'localhost'}`,
        appLabelKey: 'app.kubernetes.io/instance',
        trackingMethod: 'annotation',
        controllerNamespace: backend.namespace,
        syncWithReplaceAllowed: true,
        ...(session ? { resourceOverrides: { '*/*': { ignoreDifferences: 'jsonPointers:\n- /status\n' } } } : {}),
      },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/account\/can-i\/(?<resource>[^/]+)\/(?<action>[^/]+)\/(?<object>.+)$/,
    handle(call) {
      const { resource = '', action = '', object = '' } = call.params;
      if (!CAN_I_ACTIONS.includes(action)) throw invalidArgument(`invalid action value ${action}`);
      return { json: { value: needSession(call).may(resource, action, object) ? 'yes' : 'no' } };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/projects$/,
    handle(call) {
      const session = needSession(call);
      const items = call.backend
        .projects()
        .filter((project) => session.may('projects', 'get', stringAt(project, 'metadata', 'name') ?? ''))
        .map(plain);
      return {
        json: selected(
          { metadata: { resourceVersion: call.backend.resourceVersion() }, items },
          call.query.get('fields') ?? undefined,
        ),
      };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/projects\/(?<project>[^/]+)(?<tail>\/(?:detailed|globalprojects|syncwindows))?$/,
    handle(call) {
      const name = call.params.project ?? '';
      if (!needSession(call).may('projects', 'get', name)) throw permissionDenied();
      const project = call.backend.projects().find((entry) => stringAt(entry, 'metadata', 'name') === name);
      if (!project) throw notFound(`appprojects.argoproj.io "${name}" not found`);
      switch (call.params.tail) {
        case '/detailed':
          return { json: { project: plain(project) } };
        case '/globalprojects':
          return { json: {} };
        case '/syncwindows':
          return { json: activeWindows(project, call.backend.now()) };
        default:
          return { json: plain(project) };
      }
    },
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/clusters$/,
    handle(call) {
      const session = needSession(call);
      const { backend } = call;
      const now = `${backend.now().toISOString().slice(0, 19)}Z`;
      const items = backend
        .clusters()
        .filter(({ server }) => session.may('clusters', 'get', server))
        .map(({ server, name, status, message }) => {
          const connectionState = { status, message: message ?? '', attemptedAt: now };
          const applicationsCount = backend.apps().filter((app) => {
            const { destination } = readAppSpec(app);
            return destination.server === server || matchesGlob(destination.name ?? '', name);
          }).length;
          return {
            server,
            name,
            config: { tlsClientConfig: { insecure: false } },
            connectionState,
            serverVersion: '1.34',
            info: { connectionState, serverVersion: '1.34', cacheInfo: { lastCacheSyncTime: now }, applicationsCount },
          };
        });
      return { json: { metadata: {}, items } };
    },
  },
];

/** Only those that are active now, with every field. */
function activeWindows(project: Manifest, now: Date): object {
  const windows = listAt(project, 'spec', 'syncWindows').filter((window) => isActive(window, now));
  return windows.length === 0 ? {} : { windows };
}
