import { type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { ObjectKey } from '../cluster/types.ts';

export function keyOfManifest(manifest: Manifest): ObjectKey {
  return {
    group: groupOf(stringAt(manifest, 'apiVersion') ?? ''),
    kind: stringAt(manifest, 'kind') ?? '',
    namespace: stringAt(manifest, 'metadata', 'namespace') ?? '',
    name: stringAt(manifest, 'metadata', 'name') ?? '',
  };
}

/** `Deployment` and `Ingress` have lived in `extensions` too: identity carries the group, never the version. */
export function keyText({ group, kind, namespace, name }: ObjectKey): string {
  return `${group}/${kind}/${namespace}/${name}`;
}

export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

export function versionOf(manifest: Manifest): string {
  return (stringAt(manifest, 'apiVersion') ?? '').split('/').at(-1) ?? '';
}

export function byKey(a: ObjectKey, b: ObjectKey): number {
  return keyText(a) < keyText(b) ? -1 : keyText(a) > keyText(b) ? 1 : 0;
}

/** The identity as Argo CD's API writes it: an empty group or namespace is left out. */
export function wireKey({ group, kind, namespace, name }: ObjectKey): Record<string, string> {
  return { ...(group === '' ? {} : { group }), kind, ...(namespace === '' ? {} : { namespace }), name };
}
