import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { apiVersionOf } from '../cluster/objects/kind-definition.ts';
import type { ClusterModel, KindInfo } from '../cluster/types.ts';
import { type ApiAnswer, type ApiRequest, json, text } from './http.ts';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const VERSION: JsonObject = {
  major: '1',
  minor: '34',
  gitVersion: 'v1.34.4',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.24',
  compiler: 'gc',
  platform: 'linux/amd64',
};

/** Answered without being a stored kind: a client asks what it may do. */
const REVIEWS: KindInfo = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  namespaced: false,
};

/** Paths that say what the server is and serves. */
export function answerDiscovery({ path, accept }: ApiRequest, model: ClusterModel): ApiAnswer | undefined {
  const kinds = [...model.kinds(), REVIEWS];
  const isAggregated = accept.includes('as=APIGroupDiscoveryList') && accept.includes('v=v2;');
  switch (path) {
    case '/version':
      return json(VERSION);
    case '/healthz':
    case '/livez':
    case '/readyz':
      return text('ok');
    case '/api':
      if (isAggregated) return aggregated(kinds.filter(({ group }) => group === ''));
      return json({ kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
    case '/apis':
      if (isAggregated) return aggregated(kinds.filter(({ group }) => group !== ''));
      return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(kinds).map(apiGroup) });
    default:
      return answerGroup(path, kinds);
  }
}

function answerGroup(path: string, kinds: readonly KindInfo[]): ApiAnswer | undefined {
  const [, group, version] = /^\/apis\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? (path === '/api/v1' ? ['', '', 'v1'] : []);
  if (group === undefined) return undefined;
  const versions = groupsOf(kinds).find(([name]) => name === group);
  if (!versions) return undefined;
  if (version === undefined) return json({ kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(versions) });
  const served = kinds.filter((kind) => kind.group === group && kind.version === version);
  if (served.length === 0) return undefined;
  const groupVersion = group === '' ? version : `${group}/${version}`;
  return json({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: served.flatMap(apiResources) });
}

type GroupVersions = readonly [group: string, versions: readonly string[]];

function groupsOf(kinds: readonly KindInfo[]): readonly GroupVersions[] {
  const groups = Map.groupBy(
    kinds.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  const core: GroupVersions = ['', ['v1']];
  return [
    core,
    ...[...groups].map(([group, served]): GroupVersions => [group, [...new Set(served.map(({ version }) => version))]]),
  ];
}

function apiGroup([name, versions]: GroupVersions): JsonObject {
  const named = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: named, preferredVersion: named[0] ?? {} };
}

function apiResources(kind: KindInfo): readonly Json[] {
  const base = { singularName: '', namespaced: kind.namespaced };
  const verbs = kind === REVIEWS ? ['create'] : VERBS;
  return [
    {
      name: kind.plural,
      singularName: kind.singular ?? kind.kind.toLowerCase(),
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs,
      ...(kind.shortNames?.length ? { shortNames: kind.shortNames } : {}),
      ...(kind.categories?.length ? { categories: kind.categories } : {}),
    },
    ...(kind.kind === 'Pod' && kind.group === '' ? [{ ...base, name: 'pods/log', kind: 'Pod', verbs: ['get'] }] : []),
    ...(kind.subresources ?? []).map((subresource) => ({
      ...base,
      name: `${kind.plural}/${subresource}`,
      verbs: SUBRESOURCE_VERBS,
      ...(subresource === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : { kind: kind.kind }),
    })),
  ];
}

function aggregated(kinds: readonly KindInfo[]): ApiAnswer {
  const groups = Map.groupBy(kinds, ({ group }) => group);
  const items = [...groups].map(([name, members]) => ({
    metadata: { name, creationTimestamp: null },
    versions: [...Map.groupBy(members, ({ version }) => version)].map(([version, served]) => ({
      version,
      resources: served.map(discoveredResource),
      freshness: 'Current',
    })),
  }));
  const body = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
  return { kind: 'json', status: 200, body, contentType: AGGREGATED };
}

function discoveredResource(kind: KindInfo): JsonObject {
  const ofPods = kind.kind === 'Pod' && kind.group === '' ? ['log'] : [];
  const gvk = { group: kind.group, version: kind.version, kind: kind.kind };
  const subresources = [...ofPods, ...(kind.subresources ?? [])].map((subresource) => ({
    subresource,
    responseKind: subresource === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : gvk,
    verbs: subresource === 'log' ? ['get'] : SUBRESOURCE_VERBS,
  }));
  return {
    resource: kind.plural,
    responseKind: gvk,
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular ?? kind.kind.toLowerCase(),
    verbs: kind === REVIEWS ? ['create'] : VERBS,
    ...(kind.shortNames?.length ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories?.length ? { categories: kind.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

/** kubectl asks for v2, in protobuf, before it takes a List; what no document describes it leaves to the server. */
const OPENAPI_V2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
/** `swagger: "2.0"`, its first field. */
const EMPTY_DOCUMENT = '\n\u00032.0';

/**
 * OpenAPI v3 with just the part that kubectl asks it about: whether writes take fieldValidation and dryRun. No strategic
 * merge patch is offered there, so that kubectl computes patches from its own types.
 */
export function answerOpenApi(path: string, model: ClusterModel): ApiAnswer | undefined {
  if (path === '/openapi/v2') return { kind: 'text', status: 200, body: EMPTY_DOCUMENT, contentType: OPENAPI_V2 };
  const groupVersions = new Map(
    model.kinds().map((kind) => [`${kind.group === '' ? 'api' : 'apis'}/${apiVersionOf(kind)}`, kind]),
  );
  if (path === '/openapi/v3') {
    const paths = [...groupVersions.keys()].map((key) => [key, { serverRelativeURL: `/openapi/v3/${key}` }] as const);
    return json({ paths: Object.fromEntries(paths) });
  }
  const found = groupVersions.get(path.replace('/openapi/v3/', ''));
  if (!found) return undefined;
  const served = model.kinds().filter(({ group, version }) => group === found.group && version === found.version);
  return json({
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.34.4' },
    paths: Object.fromEntries(served.map((kind) => [`/${kind.plural}/{name}`, { patch: patchOperation(kind) }])),
  });
}

function patchOperation({ group, version, kind }: KindInfo): JsonObject {
  const parameter = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string' } });
  return {
    operationId: `patch${kind}`,
    parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map(parameter),
    requestBody: { content: { 'application/merge-patch+json': { schema: { type: 'object' } } } },
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group, version, kind },
  };
}
