import { defined } from '../../src/core/model/defined.ts';
import { type Json, objectAt, stringAt } from '../../src/core/model/json.ts';
import { resourceName } from '../cluster/objects/kind-definition.ts';
import { ApiStatusError } from '../cluster/types.ts';
import type { AccessGrant, Attempt } from './grants.ts';
import { isAllowed } from './grants.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import type { Route } from './route.ts';
import { parseObject } from './write.ts';

/** Anybody who is logged in may ask, and may read what is no resource. */
export function answerAccessReview(request: ApiRequest): ApiAnswer {
  const review = parseObject(request);
  const asked = objectAt(review, 'spec', 'resourceAttributes');
  const read = (field: string): string => stringAt(asked, field) ?? '';
  const isResource = Object.keys(asked).length > 0;
  const attempt = {
    verb: read('verb'),
    group: read('group'),
    resource: withSubresource(read('resource'), read('subresource')),
    namespace: read('namespace'),
  };
  const allowed = isResource
    ? isAllowed(request.grant, attempt)
    : stringAt(review, 'spec', 'nonResourceAttributes', 'verb') === 'get';
  const status: Json = { allowed, ...(allowed ? { reason: 'RBAC: allowed by ClusterRoleBinding' } : {}) };
  return json({ ...review, metadata: objectAt(review, 'metadata'), status }, 201);
}

export function checkAccess(request: ApiRequest, route: Route): void {
  const { kind, namespace, name, subresource } = route;
  const resource = withSubresource(kind.plural, subresource ?? '');
  const attempt = { verb: verbOf(request, name), group: kind.group, resource, namespace };
  if (isAllowed(request.grant, attempt)) return;
  const subject = `${resourceName(kind)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
  throw new ApiStatusError(403, 'Forbidden', `${subject} is forbidden: ${refusalOf(request.grant, attempt)}`, {
    ...defined({ name }),
    group: kind.group,
    kind: kind.plural,
  });
}

function refusalOf({ user }: AccessGrant, { verb, group, resource, namespace }: Attempt): string {
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const what = `resource ${JSON.stringify(resource)} in API group ${JSON.stringify(group)} ${where}`;
  return `User ${JSON.stringify(user)} cannot ${verb} ${what}`;
}

function verbOf({ method, query }: ApiRequest, name: string | undefined): string {
  if (method === 'GET' && /^(true|1)$/.test(query.get('watch') ?? '')) return 'watch';
  if (method === 'GET') return name === undefined ? 'list' : 'get';
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete';
  const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };
  return verbs[method] ?? method.toLowerCase();
}

function withSubresource(resource: string, subresource: string): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}
