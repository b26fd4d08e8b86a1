import { at, isObject, type Json, type Manifest, objectAt } from '../../src/core/model/json.ts';
import { badRequest } from '../cluster/objects/status-errors.ts';
import type { ClusterModel } from '../cluster/types.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import { load } from './read.ts';
import type { Route } from './route.ts';
import { methodNotAllowed } from './status.ts';
import { formatSelector } from './table/column.ts';
import { parseObject, patchedValue, writeOptions } from './write.ts';

/** The scale subresource: replicas of a workload as an object of their own. */
export function answerScale(request: ApiRequest, route: Route, model: ClusterModel): ApiAnswer {
  const live = load(model, route);
  if (request.method === 'GET') return json(scaleOf(live));
  const next = nextScale(request, route, live, model);
  const replicas = at(next, 'spec', 'replicas') ?? 0;
  if (typeof replicas !== 'number') throw badRequest('spec.replicas must be a number');
  const metadata = { ...objectAt(live, 'metadata'), resourceVersion: at(next, 'metadata', 'resourceVersion') ?? '' };
  const scaled = { ...live, metadata, spec: { ...objectAt(live, 'spec'), replicas } };
  return json(scaleOf(model.update(scaled, writeOptions(request, 'scale'))));
}

function nextScale(request: ApiRequest, route: Route, live: Manifest, model: ClusterModel): Json {
  if (request.method === 'PUT') return parseObject(request);
  if (request.method === 'PATCH') return patchedValue(request, scaleOf(live), route, model);
  throw methodNotAllowed();
}

function scaleOf(object: Manifest): Manifest {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = objectAt(object, 'metadata');
  const metadata = Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp });
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(metadata.filter((entry): entry is [string, Json] => entry[1] !== undefined)),
    spec: { replicas: at(object, 'spec', 'replicas') ?? 0 },
    status: {
      replicas: at(object, 'status', 'replicas') ?? 0,
      ...(isObject(at(object, 'spec', 'selector')) ? { selector: formatSelector(at(object, 'spec', 'selector')) } : {}),
    },
  };
}
