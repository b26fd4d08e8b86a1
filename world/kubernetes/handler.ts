import { noSuchResource } from '../cluster/objects/status-errors.ts';
import type { ClusterModel } from '../cluster/types.ts';
import { answerAccessReview, checkAccess } from './access.ts';
import { answerDiscovery, answerOpenApi } from './discovery.ts';
import { withoutEscalation } from './escalation.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import { answerLog } from './pod-log.ts';
import { answerGet, answerList, answerObject } from './read.ts';
import { findRoute, type Route } from './route.ts';
import { answerScale } from './scale.ts';
import { methodNotAllowed } from './status.ts';
import { answerWatch, type WatchParts } from './watch.ts';
import { create, patch, remove, update } from './write.ts';

/** Answers requests from the model; refusals are thrown as ApiStatusError. */
export function makeHandler(parts: WatchParts): (request: ApiRequest) => ApiAnswer {
  const { model } = parts;
  return (request) => {
    if (request.path === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return answerAccessReview(request);
    const about =
      request.method === 'GET' ? (answerDiscovery(request, model) ?? answerOpenApi(request.path, model)) : undefined;
    if (about) return about;
    const route = findRoute(request.path, model);
    if (!route) throw noSuchResource();
    checkAccess(request, route);
    const granted = { ...parts, model: withoutEscalation(model, request.grant) };
    return route.name === undefined ? answerCollection(request, route, granted) : answerNamed(request, route, granted);
  };
}

function answerCollection(request: ApiRequest, route: Route, parts: WatchParts): ApiAnswer {
  switch (request.method) {
    case 'GET':
      return isWatch(request)
        ? answerWatch(request, route, parts)
        : answerList(request, route, parts.model, parts.now());
    case 'POST':
      return answerObject(request, route, create(request, route, parts.model), parts.now(), 201);
    case 'DELETE':
      return json(remove(request, route, parts.model));
    default:
      throw methodNotAllowed();
  }
}

function answerNamed(request: ApiRequest, route: Route, parts: WatchParts): ApiAnswer {
  const { model } = parts;
  const { kind, subresource } = route;
  if (kind.group === '' && kind.kind === 'Pod' && subresource === 'log') return answerLog(request, route, model);
  if (subresource !== undefined && !kind.subresources?.some((served) => served === subresource)) throw noSuchResource();
  if (subresource === 'scale') return answerScale(request, route, model);
  switch (request.method) {
    case 'GET':
      return isWatch(request) ? answerWatch(request, route, parts) : answerGet(request, route, model, parts.now());
    case 'PUT':
      return answerObject(request, route, update(request, route, model), parts.now());
    case 'PATCH':
      return answerPatch(request, route, model, parts.now());
    case 'DELETE':
      return json(remove(request, route, model));
    default:
      throw methodNotAllowed();
  }
}

function answerPatch(request: ApiRequest, route: Route, model: ClusterModel, now: Date): ApiAnswer {
  const existed = model.get({
    group: route.kind.group,
    kind: route.kind.kind,
    namespace: route.namespace,
    name: route.name ?? '',
  });
  return answerObject(request, route, patch(request, route, model), now, existed ? 200 : 201);
}

function isWatch({ query }: ApiRequest): boolean {
  return query.get('watch') === 'true' || query.get('watch') === '1';
}
