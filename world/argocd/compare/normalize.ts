import { isEmpty, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import { type Pointer, resolve } from '../../../src/core/model/pointer.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { editedManifest } from '../edited-manifest.ts';

/** What Argo CD takes off every object before it compares: creation time, status, and spellings of a few kinds. */
export function normalized(manifest: Manifest, key: ObjectKey): Manifest {
  const plain = without(without(manifest, '/metadata/creationTimestamp'), '/status');
  if (key.group === '' && key.kind === 'Secret') return withData(plain);
  if (key.group === 'rbac.authorization.k8s.io' && /^(Cluster)?Role$/.test(key.kind) && isEmpty(plain.rules ?? null)) {
    return { ...plain, rules: null };
  }
  return plain;
}

/** `stringData` becomes `data`, as the API server stores it. */
export function withData(secret: Manifest): Manifest {
  const { stringData, ...rest } = secret;
  if (stringData === undefined) return secret;
  const encoded = Object.entries(objectAt(secret, 'stringData')).map(([key, value]) => [
    key,
    Buffer.from(String(value), 'utf8').toString('base64'),
  ]);
  return { ...rest, data: { ...objectAt(secret, 'data'), ...Object.fromEntries(encoded) } };
}

/** Where an empty map would be left, as `annotations: {}`, Argo CD ignores it. */
export function withoutEmptyAnnotations(manifest: Manifest): Manifest {
  const annotations = resolve(manifest, '/metadata/annotations');
  return annotations !== undefined && isEmpty(annotations) ? without(manifest, '/metadata/annotations') : manifest;
}

function without(manifest: Manifest, pointer: Pointer): Manifest {
  return resolve(manifest, pointer) === undefined
    ? manifest
    : editedManifest(manifest, [{ pointer, value: undefined }]);
}
