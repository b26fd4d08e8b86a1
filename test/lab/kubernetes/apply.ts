import type { KubeClient } from './kube-client.ts';
import { type Manifest, makeCollectionPaths } from './resource-paths.ts';

const FIELD_MANAGER = 'plumbline-lab';

/** Server-side apply, in order; a manifest's own namespace wins over `namespace`. */
export async function applyManifests(
  client: KubeClient,
  manifests: readonly Manifest[],
  namespace = 'default',
): Promise<void> {
  const collectionPath = makeCollectionPaths(client);
  for (const manifest of manifests) {
    const { name, namespace: own } = manifest.metadata;
    const path = await collectionPath(manifest, typeof own === 'string' ? own : namespace);
    const query = `fieldManager=${FIELD_MANAGER}&force=true`;
    await client.expect('PATCH', `${path}/${String(name)}?${query}`, manifest, 'application/apply-patch+yaml');
  }
}
