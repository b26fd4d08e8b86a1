import { defined } from '../../../src/core/model/defined.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import type { Backend, ManagedItem } from '../backend.ts';
import { maskSecrets } from '../compare/mask-secrets.ts';
import { goJson } from '../go-json.ts';
import { keyOfManifest, wireKey } from '../object-key.ts';

/** An Application as `Get` and `Watch` return it, with health from the tree: docs/facts.md#health-in-lists. */
export function withResourceHealth(app: Manifest, backend: Backend): Manifest {
  const health = new Map(
    backend
      .tree(keyOfManifest(app))
      .flatMap((node) => (isObject(node.health) ? [[idOf(node), node.health] as const] : [])),
  );
  const resources = listAt(app, 'status', 'resources').map((resource) => {
    const own = health.get(idOf(resource));
    return own && isObject(resource) ? { ...resource, health: own } : resource;
  });
  const status = objectAt(app, 'status');
  return { ...plain(app), status: resources.length === 0 ? status : { ...status, resources } };
}

/** The API's JSON has no apiVersion and kind: Go leaves the embedded TypeMeta empty. */
export function plain(app: Manifest): Manifest {
  const { apiVersion: _, kind: __, ...rest } = app;
  return rest;
}

function idOf(value: Json): string {
  return ['group', 'kind', 'namespace', 'name'].map((field) => stringAt(value, field) ?? '').join('/');
}

/** The states are JSON inside JSON; what is not there is the text `null` (docs/facts.md#managed-resources). */
export function managedResource(item: ManagedItem): JsonObject {
  const { key, modified } = item;
  const isSecret = key.group === '' && key.kind === 'Secret';
  const states = [item.target, item.live, item.normalizedLive, item.predicted];
  const [target, live, normalized, predicted] = (isSecret ? maskSecrets(states) : states).map((state) =>
    goJson(state ?? null),
  );
  const version = stringAt(item.live ?? {}, 'metadata', 'resourceVersion');
  return {
    ...wireKey(key),
    targetState: target ?? 'null',
    liveState: live ?? 'null',
    normalizedLiveState: normalized ?? 'null',
    predictedLiveState: predicted ?? 'null',
    ...defined({ resourceVersion: version }),
    ...(modified ? { modified } : {}),
  };
}

export function maskedManifest(manifest: Manifest): Manifest {
  const { group, kind } = keyOfManifest(manifest);
  return group === '' && kind === 'Secret' ? (maskSecrets([manifest])[0] ?? manifest) : manifest;
}
