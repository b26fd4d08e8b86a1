import { parse as parseYaml } from 'yaml';
import { defined } from '../../src/core/model/defined.ts';
import { at, isObject, type Json, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { mergePatched } from '../cluster/merge-patch.ts';
import { apiVersionOf } from '../cluster/objects/kind-definition.ts';
import { badRequest, noSuchResource, StrictDecodingError } from '../cluster/objects/status-errors.ts';
import { ApiStatusError, type ClusterModel, type DeleteOptions, type WriteOptions } from '../cluster/types.ts';
import { UNTYPED } from '../cluster/typing/type-node.ts';
import type { ApiRequest } from './http.ts';
import { jsonPatched } from './patch/json-patch.ts';
import { strategicMerged } from './patch/strategic-merge.ts';
import { decodeProtobuf } from './protobuf/decode-protobuf.ts';
import { inVersion, keyOf, load } from './read.ts';
import type { Route } from './route.ts';
import { parseSelectors } from './selectors.ts';
import { methodNotAllowed, unsupportedMediaType } from './status.ts';

const BODIES = ['application/json', 'application/yaml'];
const CUSTOM_PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];
const PATCHES = [...CUSTOM_PATCHES.slice(0, 2), 'application/strategic-merge-patch+json', ...CUSTOM_PATCHES.slice(2)];

function parseBody({ body, contentType }: ApiRequest): Json {
  const text = body.toString();
  if (contentType.includes('protobuf') || contentType.includes('cbor')) throw unsupportedMediaType(BODIES);
  try {
    return (contentType.includes('yaml') ? parseYaml(text) : JSON.parse(text)) as Json;
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type json or yaml): ${String(error)}`);
  }
}

export function parseObject(request: ApiRequest): Manifest {
  const isProtobuf = request.contentType.startsWith('application/vnd.kubernetes.protobuf');
  const value = (isProtobuf ? decodeProtobuf(request.body) : undefined) ?? parseBody(request);
  if (!isObject(value)) throw badRequest('the object provided is unrecognized');
  return value;
}

/** Named by the request, or by the program that sent it. */
export function writeOptions({ query, userAgent, warn }: ApiRequest, subresource?: string): WriteOptions {
  return {
    manager: query.get('fieldManager') ?? (userAgent.split('/')[0] || 'unknown'),
    dryRun: query.get('dryRun') === 'All',
    strict: query.get('fieldValidation') === 'Strict',
    ...(query.get('fieldValidation') === 'Ignore' ? {} : { warn }),
    ...defined({ subresource }),
  };
}

export function create(request: ApiRequest, route: Route, model: ClusterModel): Manifest {
  return model.create(addressed(parseObject(request), route), writeOptions(request));
}

export function update(request: ApiRequest, route: Route, model: ClusterModel): Manifest {
  return inVersion(
    model.update(addressed(parseObject(request), route), writeOptions(request, route.subresource)),
    route.kind,
  );
}

export function patch(request: ApiRequest, route: Route, model: ClusterModel): Manifest {
  const options = writeOptions(request, route.subresource);
  if (request.contentType.startsWith('application/apply-patch')) {
    if (request.query.get('fieldManager') === null) {
      throw badRequest(
        'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      );
    }
    const force = request.query.get('force') === 'true';
    return inVersion(model.apply(addressed(parseYamlObject(request), route), { ...options, force }), route.kind);
  }
  const patched = patchedValue(request, load(model, route), route, model);
  if (!isObject(patched)) throw badRequest('the patched object is not an object');
  try {
    return inVersion(model.update(addressed(patched, route), options), route.kind);
  } catch (error) {
    throw error instanceof StrictDecodingError ? invalidPatch(request, error) : error;
  }
}

function invalidPatch({ body }: ApiRequest, { problem }: StrictDecodingError): ApiStatusError {
  const message = `Invalid value: ${JSON.stringify(body.toString())}: ${problem}`;
  const causes = [{ reason: 'FieldValueInvalid', message, field: 'patch' }];
  return new ApiStatusError(422, 'Invalid', ` "" is invalid: patch: ${message}`, { causes });
}

/** Whatever the type says, an apply patch may be JSON or YAML; YAML reads both. */
function parseYamlObject(request: ApiRequest): Manifest {
  return parseObject({ ...request, contentType: 'application/yaml' });
}

export function patchedValue(request: ApiRequest, live: Json, { kind }: Route, model: ClusterModel): Json {
  const [contentType] = request.contentType.split(';');
  const body = parseBody({ ...request, contentType: 'application/json' });
  switch (contentType) {
    case 'application/json-patch+json':
      return jsonPatched(live, body);
    case 'application/merge-patch+json':
      return mergePatched(live, body);
    case 'application/strategic-merge-patch+json':
      if (kind.columns) throw unsupportedMediaType(CUSTOM_PATCHES);
      return strategicMerged(model.typeOf(kind) ?? UNTYPED, live, body);
    default:
      throw unsupportedMediaType(kind.columns ? CUSTOM_PATCHES : PATCHES);
  }
}

/** The object with the identity of the path; one that says something else is refused. */
function addressed(object: Manifest, { kind, namespace, name }: Route): Manifest {
  const apiVersion = apiVersionOf(kind);
  const statedKind = stringAt(object, 'kind') ?? kind.kind;
  if ((stringAt(object, 'apiVersion') ?? apiVersion) !== apiVersion || statedKind !== kind.kind) {
    throw badRequest(
      `the API version in the data (${stringAt(object, 'apiVersion') ?? ''}) does not match the expected API version (${apiVersion})`,
    );
  }
  const metadata = objectAt(object, 'metadata');
  if (kind.namespaced && (metadata.namespace || namespace) !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (name !== undefined && (metadata.name || name) !== name) {
    throw badRequest(`the name of the object (${String(metadata.name)}) does not match the name on the URL (${name})`);
  }
  return {
    ...object,
    apiVersion,
    kind: kind.kind,
    metadata: { ...metadata, ...(kind.namespaced ? { namespace } : {}), ...defined({ name }) },
  };
}

export function remove(request: ApiRequest, route: Route, model: ClusterModel): Json {
  if (route.name === undefined) return removeCollection(request, route, model);
  if (route.subresource !== undefined) throw methodNotAllowed();
  const before = load(model, route);
  model.delete(keyOf(route), deleteOptions(request));
  const after = model.get(keyOf(route));
  // an object that waits for its finalizers is answered itself
  if (after && at(after, 'metadata', 'deletionTimestamp') !== undefined) return inVersion(after, route.kind);
  const { group, plural } = route.kind;
  const details = {
    name: route.name,
    ...(group === '' ? {} : { group }),
    kind: plural,
    uid: stringAt(before, 'metadata', 'uid') ?? '',
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

function removeCollection(request: ApiRequest, route: Route, model: ClusterModel): Json {
  const { kind, namespace } = route;
  if (kind.namespaced && namespace === '') throw noSuchResource();
  const items = model.list(kind, kind.namespaced ? namespace : undefined).filter(parseSelectors(request.query, kind));
  for (const item of items)
    model.delete(keyOf({ ...route, name: stringAt(item, 'metadata', 'name') }), deleteOptions(request));
  return {
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata: { resourceVersion: model.resourceVersion() },
    items,
  };
}

/** From the body where there is one, and then from nowhere else; from the query otherwise. */
function deleteOptions(request: ApiRequest): DeleteOptions {
  const hasBody = request.body.length > 0;
  const body = hasBody ? parseBody(request) : {};
  const [uid, resourceVersion] = ['uid', 'resourceVersion'].map((key) => stringAt(body, 'preconditions', key));
  const stated = hasBody ? stringAt(body, 'propagationPolicy') : request.query.get('propagationPolicy');
  const isDryRun = hasBody ? listAt(body, 'dryRun').includes('All') : request.query.get('dryRun') === 'All';
  return {
    ...defined({ uid, resourceVersion }),
    ...(stated === 'Orphan' || stated === 'Foreground' || stated === 'Background' ? { propagation: stated } : {}),
    ...(isDryRun ? { dryRun: true } : {}),
  };
}
