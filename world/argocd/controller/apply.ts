import { isEqual } from '../../../src/core/model/equal.ts';
import { type Manifest, objectAt } from '../../../src/core/model/json.ts';
import { isBuiltIn } from '../../../src/core/model/resource-ref.ts';
import type { ClusterModel } from '../../cluster/types.ts';
import { LAST_APPLIED } from '../annotations.ts';
import { CONTROLLER } from '../compare/compare-resource.ts';
import { lastApplied, wasStated } from '../compare/last-applied.ts';
import { mergedJson } from '../compare/merge-json.ts';
import { mergedTyped } from '../compare/merge-typed.ts';
import { goJson } from '../go-json.ts';
import { groupOf, keyOfManifest } from '../object-key.ts';

export interface ApplyOptions {
  readonly serverSide: boolean;
  readonly dryRun?: boolean;
}

/** Applies one manifest as the controller does; returns what kubectl would print. */
export function applyManifest(
  cluster: ClusterModel,
  target: Manifest,
  { serverSide, dryRun = false }: ApplyOptions,
): string {
  const key = keyOfManifest(target);
  if (serverSide) {
    cluster.apply(target, { manager: CONTROLLER, force: true, dryRun });
    return `${printedName(target)} serverside-applied`;
  }
  const live = cluster.get(key);
  const wanted = withLastApplied(target);
  if (!live) {
    cluster.create(wanted, { manager: CONTROLLER, dryRun });
    return `${printedName(target)} created`;
  }
  const merged = clientSideMerge(wanted, live);
  if (isEqual(merged, live)) return `${printedName(target)} unchanged`;
  cluster.update(merged, { manager: CONTROLLER, dryRun });
  return `${printedName(target)} configured`;
}

/** What kubectl's patch makes of the live object: keys that were applied before and left the manifest go. */
function clientSideMerge(target: Manifest, live: Manifest): Manifest {
  const key = keyOfManifest(target);
  const original = lastApplied(live) ?? {};
  if (!isBuiltIn(key)) return mergedJson(original, target, live);
  return mergedTyped(
    {
      key,
      live,
      schema: undefined,
      wasApplied: (path) =>
        !path.endsWith('/kubectl.kubernetes.io~1last-applied-configuration') && wasStated(key, original, live, path),
      isUnknownDefault: () => false,
    },
    target,
  );
}

function withLastApplied(target: Manifest): Manifest {
  const metadata = objectAt(target, 'metadata');
  return {
    ...target,
    metadata: {
      ...metadata,
      annotations: { ...objectAt(metadata, 'annotations'), [LAST_APPLIED]: `${goJson(target)}\n` },
    },
  };
}

/** `deployment.apps/checkout`. */
export function printedName(manifest: Manifest): string {
  const group = groupOf(typeof manifest.apiVersion === 'string' ? manifest.apiVersion : '');
  const { kind, name } = keyOfManifest(manifest);
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`;
}
