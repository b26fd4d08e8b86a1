import { type Json, objectAt, stringAt } from '../../core/model/json.ts';
import { resourceName } from '../world/cluster/kind-definition.ts';
import { ApiStatusError } from '../world/types.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import type { Route } from './route.ts';
import { parseObject } from './write.ts';

const READS = new Set(['get', 'list', 'watch']);
const READER = 'system:serviceaccount:demo:reader';

/** Whoever holds the read-only token may look at everything and change nothing. */
export function answerAccessReview(request: ApiRequest): ApiAnswer {
  const review = parseObject(request);
  const verb =
    stringAt(review, 'spec', 'resourceAttributes', 'verb') ?? stringAt(review, 'spec', 'nonResourceAttributes', 'verb');
  const allowed = !request.isReadOnly || READS.has(verb ?? '');
  const status: Json = { allowed, ...(allowed ? { reason: 'RBAC: allowed by ClusterRoleBinding' } : {}) };
  return json({ ...review, metadata: objectAt(review, 'metadata'), status }, 201);
}

export function checkAccess({ method, isReadOnly }: ApiRequest, { kind, namespace, name }: Route): void {
  if (!isReadOnly || method === 'GET') return;
  const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const what = `resource ${JSON.stringify(kind.plural)} in API group ${JSON.stringify(kind.group)} ${where}`;
  const subject = `${resourceName(kind)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
  throw new ApiStatusError(
    403,
    'Forbidden',
    `${subject} is forbidden: User ${JSON.stringify(READER)} cannot ${verbs[method] ?? method} ${what}`,
    {
      ...(name === undefined ? {} : { name }),
      group: kind.group,
      kind: kind.plural,
    },
  );
}
