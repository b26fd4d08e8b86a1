import { type KubeClient, type KubeResponse, messageOf } from '../../test/lab/kubernetes/kube-client.ts';
import { apiRootFor, type Manifest, makeCollectionPaths } from '../../test/lab/kubernetes/resource-paths.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

export type { Manifest };

export type Answer =
  | { readonly accepted: true; readonly object: Json }
  | { readonly accepted: false; readonly why: string };

export interface Api {
  /** A create that stores nothing: defaults and admission run, persistence does not. */
  tryCreate(manifest: Manifest): Promise<Answer>;
  create(manifest: Manifest): Promise<void>;
  /** A real create, deleted at once; undefined for a cluster-scoped kind, which would affect the other samples. */
  tryRealCreate(manifest: Manifest, namespace: string): Promise<Json | undefined>;
  /** The OpenAPI v3 document of the group and version. */
  openApi(apiVersion: string): Promise<JsonObject>;
}

const NAMESPACE = 'lab';

export function makeApi(client: KubeClient): Api {
  const collectionPath = makeCollectionPaths(client);

  return {
    async tryCreate(manifest) {
      const path = await collectionPath(manifest, NAMESPACE);
      const response = await client
        .call('POST', `${path}?dryRun=All&fieldManager=lab`, manifest)
        .catch(asRefusalOfPanic);
      const { status, body } = response;
      if (status === 201) return { accepted: true, object: body };
      if (status >= 500 || status === 401) throw new Error(`POST ${path}: ${status} ${messageOf(body)}`);
      return { accepted: false, why: messageOf(body) };
    },
    async create(manifest) {
      const { namespace } = manifest.metadata;
      const path = await collectionPath(manifest, typeof namespace === 'string' ? namespace : NAMESPACE);
      await client.expect('POST', path, manifest);
    },
    async tryRealCreate(manifest, namespace) {
      const path = await collectionPath(manifest, namespace);
      if (!path.includes('/namespaces/')) return undefined;
      const created = await client.expect('POST', path, manifest);
      await client.expect('DELETE', `${path}/${String(manifest.metadata.name)}`);
      return created;
    },
    async openApi(apiVersion) {
      return objectOrThrow(await client.expect('GET', `/openapi/v3/${apiRootFor(apiVersion)}`));
    },
  };
}

/** The API server recovers from a panic in validation by dropping the connection; some reduced CRDs cause one. */
function asRefusalOfPanic(error: NodeJS.ErrnoException): KubeResponse {
  if (error.code !== 'ECONNRESET') throw error;
  return { status: 422, body: { message: 'the server dropped the connection' } };
}

function objectOrThrow(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new Error('the API server answered with something that is no object');
  return value;
}
