import { type JsonObject, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { apiVersionOf } from '../cluster/objects/kind-definition.ts';
import { badRequest, notFound } from '../cluster/objects/status-errors.ts';
import type { ClusterModel, KindInfo, ObjectKey } from '../cluster/types.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import type { Route } from './route.ts';
import { parseSelectors } from './selectors.ts';
import { asksForTable, tableOf } from './table/table.ts';

export function keyOf({ kind, namespace, name }: Route): ObjectKey {
  return { group: kind.group, kind: kind.kind, namespace, name: name ?? '' };
}

/** The object in the version of the path. Versions differ in nothing else: none has a conversion. */
export function inVersion(object: Manifest, kind: KindInfo): Manifest {
  const apiVersion = apiVersionOf(kind);
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

export function load(model: ClusterModel, route: Route): Manifest {
  const object = model.get(keyOf(route));
  if (!object) throw notFound(route.kind, route.name ?? '');
  return inVersion(object, route.kind);
}

export function answerGet(request: ApiRequest, route: Route, model: ClusterModel, now: Date): ApiAnswer {
  const object = load(model, route);
  return answerObject(request, route, object, now);
}

export function answerObject(
  request: ApiRequest,
  { kind }: Route,
  object: Manifest,
  now: Date,
  status = 200,
): ApiAnswer {
  if (!asksForTable(request.accept)) return json(object, status);
  const resourceVersion = stringAt(object, 'metadata', 'resourceVersion') ?? '';
  return json(tableOf(kind, [object], { resourceVersion }, now), status);
}

export function answerList(request: ApiRequest, { kind, namespace }: Route, model: ClusterModel, now: Date): ApiAnswer {
  const selects = parseSelectors(request.query, kind);
  const scope = kind.namespaced && namespace !== '' ? namespace : undefined;
  const objects = model.list(kind, scope).filter(selects);
  const { items, metadata } = page(objects, request.query, model.resourceVersion());
  if (asksForTable(request.accept)) return json(tableOf(kind, items, metadata, now));
  return json({
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata,
    items: items.map((object) => (kind.columns ? inVersion(object, kind) : withoutIdentity(object))),
  });
}

/** Items of a typed list do not repeat what the list says. */
function withoutIdentity({ apiVersion: _, kind: __, ...rest }: Manifest): Manifest {
  return rest;
}

interface Page {
  readonly items: readonly Manifest[];
  readonly metadata: JsonObject;
}

/** A continue token names the last object of the page before it. */
function page(objects: readonly Manifest[], query: URLSearchParams, resourceVersion: string): Page {
  const limit = Number(query.get('limit') ?? 0);
  const token = query.get('continue');
  const after = token ? parseToken(token) : undefined;
  const rest = after === undefined ? objects : objects.filter((object) => placeOf(object) > after.place);
  const version = after?.resourceVersion ?? resourceVersion;
  const items = limit > 0 ? rest.slice(0, limit) : rest;
  const last = items.at(-1);
  if (items.length === rest.length || last === undefined) return { items, metadata: { resourceVersion: version } };
  return {
    items,
    metadata: {
      resourceVersion: version,
      continue: Buffer.from(JSON.stringify([version, placeOf(last)])).toString('base64url'),
      remainingItemCount: rest.length - items.length,
    },
  };
}

function placeOf(object: Manifest): string {
  return `${stringAt(object, 'metadata', 'namespace') ?? ''}\0${stringAt(object, 'metadata', 'name') ?? ''}`;
}

function parseToken(token: string): { readonly resourceVersion: string; readonly place: string } {
  try {
    const [resourceVersion, place] = JSON.parse(Buffer.from(token, 'base64url').toString()) as readonly unknown[];
    if (typeof resourceVersion === 'string' && typeof place === 'string') return { resourceVersion, place };
  } catch {
    // told below
  }
  throw badRequest('continue key is not valid');
}
