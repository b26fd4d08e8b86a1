import { at, type Json, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { rbacName, readAppSpec } from '../app-spec.ts';
import type { AppId } from '../controller/app-store.ts';
import { invalidArgument, notFound, permissionDenied } from './errors.ts';
import { type Call, needSession } from './http.ts';

export interface FoundApp {
  readonly id: AppId;
  readonly app: Manifest;
  /** `project/name`, what RBAC rules match. */
  readonly object: string;
}

/**
 * The app of a call, if the caller may see it (docs/facts.md#403-or-404). Without `project` a missing app and a forbidden
 * one are both 403; with it, and with the right to it, a missing app or one of another project is 404.
 */
export function findApp(call: Call, body: Json = {}): FoundApp {
  const session = needSession(call);
  const { backend, params } = call;
  const name = params.name ?? '';
  const projects = [...call.query.getAll('project'), ...call.query.getAll('projects')];
  if (projects.length > 1) throw invalidArgument('only one project can be specified');
  const project = projects[0] || stringAt(body, 'project') || undefined;
  const namespace = call.query.get('appNamespace') || stringAt(body, 'appNamespace') || backend.namespace;
  const id = { namespace, name };
  const app = backend.app(id);
  if (project !== undefined) {
    const claimed = namespace === backend.namespace ? `${project}/${name}` : `${project}/${namespace}/${name}`;
    if (!session.may('applications', 'get', claimed)) throw permissionDenied();
    if (!app || readAppSpec(app).project !== project) throw notFound(`applications.argoproj.io "${name}" not found`);
  }
  if (!app || !session.may('applications', 'get', rbacName(app, backend.namespace))) throw permissionDenied();
  return { id, app, object: rbacName(app, backend.namespace) };
}

/** Apps that a list or watch shows the caller: everything else is left out without a word. */
export function isVisible(call: Call, app: Manifest): boolean {
  const { session, query, backend } = call;
  if (!session?.may('applications', 'get', rbacName(app, backend.namespace))) return false;
  const projects = [...query.getAll('projects'), ...query.getAll('project')].filter((project) => project !== '');
  const { project, name, namespace, repoUrl } = readAppSpec(app);
  return (
    (projects.length === 0 || projects.includes(project)) &&
    isOrEmpty(query.get('name'), name) &&
    isOrEmpty(query.get('appNamespace'), namespace) &&
    isOrEmpty(query.get('repo'), repoUrl) &&
    isSelectedBy(query.get('selector') ?? '', app)
  );
}

function isOrEmpty(wanted: string | null, value: string): boolean {
  return wanted === null || wanted === '' || wanted === value;
}

/** Equality selectors: `a=b,c!=d,e`. */
function isSelectedBy(selector: string, app: Manifest): boolean {
  return selector
    .split(',')
    .filter((term) => term !== '')
    .every((term) => {
      const [, key = '', operator, value] = /^([^!=]+)(?:(!?==?)(.*))?$/.exec(term.trim()) ?? [];
      const label = at(app, 'metadata', 'labels', key);
      if (operator === undefined) return label !== undefined;
      return operator.startsWith('!') ? label !== value : label === value;
    });
}
