import { isJsonObject, type Json, type JsonObject, type KubeClient } from './kube-client.ts';

export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject;
}

/** Where the API serves a kind; `namespace` counts only for namespaced kinds. */
export type CollectionPathFor = (manifest: Manifest, namespace: string) => Promise<string>;

/** Asks discovery once per group and version; ask again with a new instance after a CRD was added. */
export function makeCollectionPaths(client: KubeClient): CollectionPathFor {
  const discovered = new Map<string, Promise<Json>>();

  return async ({ apiVersion, kind }, namespace) => {
    const root = apiRootFor(apiVersion);
    const list = discovered.get(root) ?? client.expect('GET', `/${root}`);
    discovered.set(root, list);
    const resource = findResource(await list, kind);
    if (resource === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    const scope = resource.namespaced === true ? `/namespaces/${namespace}` : '';
    return `/${root}${scope}/${String(resource.name)}`;
  };
}

export function apiRootFor(apiVersion: string): string {
  return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}

function findResource(list: Json, kind: string): JsonObject | undefined {
  const resources = isJsonObject(list) && Array.isArray(list.resources) ? (list.resources as readonly Json[]) : [];
  return resources.filter(isJsonObject).find((item) => item.kind === kind && !String(item.name).includes('/'));
}
