import { type Json, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { isCustomResourceDefinition } from '../../src/core/model/resource-ref.ts';
import type { ClusterModel, ObjectKey } from '../cluster/types.ts';
import { annotationOf, annotationValues, COMPARE_OPTIONS } from './annotations.ts';
import { APPLICATION, type AppSpec } from './app-spec.ts';
import { CONTROLLER, compareResource, type ResourceVerdict } from './compare/compare-resource.ts';
import type { makeCrdSchemas } from './crd-schemas.ts';
import { type HealthStatus, healthOf, isWorse } from './health.ts';
import { isHook, isSkipped, waveOf } from './hooks.ts';
import type { LiveIndex } from './live-index.ts';
import { byKey, keyOfManifest, keyText, versionOf } from './object-key.ts';
import { instanceName, isSelfReferenced, stamped, trackingInstance } from './tracking.ts';
import { isOlderThan } from './version.ts';

/** One destination cluster as the controller sees it. */
export interface Destination {
  readonly cluster: ClusterModel;
  readonly index: LiveIndex;
  readonly schemas: ReturnType<typeof makeCrdSchemas>;
}

export interface Condition {
  readonly type: string;
  readonly message: string;
}

/** A target or live object with its verdict; hooks have none. */
export interface ComparedResource {
  readonly key: ObjectKey;
  readonly version: string;
  readonly verdict: ResourceVerdict;
  readonly hook: boolean;
  readonly status?: 'Synced' | 'OutOfSync';
  readonly requiresPruning: boolean;
  readonly wave: number;
  readonly health?: HealthStatus;
}

export interface AppComparison {
  readonly sync: 'Synced' | 'OutOfSync' | 'Unknown';
  readonly health: HealthStatus['status'];
  readonly resources: readonly ComparedResource[];
  /** Hooks that Git renders; a sync runs them. */
  readonly hooks: readonly Manifest[];
  readonly conditions: readonly Condition[];
}

export interface ReconcileInput {
  readonly app: AppSpec;
  readonly home: string;
  readonly version: string;
  readonly destination: Destination;
  readonly rendered: readonly Manifest[];
}

export function compareApp(input: ReconcileInput): AppComparison {
  const { targets, hooks, conditions } = targetsOf(input);
  const live = liveObjects(input, targets);
  const keys = [
    ...new Map([...targets, ...live].map((object) => [keyText(keyOfManifest(object)), keyOfManifest(object)])).values(),
  ];
  const [targetByKey, liveByKey] = [indexed(targets), indexed(live)];
  const resources = keys
    .toSorted(byKey)
    .map((key) => compareOne(input, key, targetByKey.get(keyText(key)), liveByKey.get(keyText(key))));
  return {
    sync: resources.some(isOutOfSync) ? 'OutOfSync' : 'Synced',
    health: appHealth(resources, input.version),
    resources,
    hooks,
    conditions: [...conditions, ...sharedWarnings(input, resources)],
  };
}

/** Rendered manifests as Argo CD compares them: with a namespace and a tracking id, one per identity. */
function targetsOf({ app, home, destination, rendered }: ReconcileInput) {
  const instance = instanceName(app, home);
  const isNamespaced = namespacedKinds(destination.cluster, rendered);
  const placed = rendered.map((manifest) =>
    stamped(withNamespace(manifest, isNamespaced, app.destination.namespace), instance, app.destination.namespace),
  );
  const counts = Map.groupBy(placed, (manifest) => keyText(keyOfManifest(manifest)));
  const unique: readonly Manifest[] = [...counts.values()].flatMap((same) => same.slice(-1));
  return {
    targets: unique.filter((manifest) => !isHook(manifest)),
    hooks: unique.filter(isHook),
    conditions: [...counts]
      .filter(([, same]) => same.length > 1)
      .map(([key, same]) => ({
        type: 'RepeatedResourceWarning',
        message: `Resource ${key} appeared ${same.length} times among application resources.`,
      })),
  };
}

/** Also kinds whose CRD comes with this very render. */
function namespacedKinds(cluster: ClusterModel, rendered: readonly Manifest[]): (manifest: Manifest) => boolean {
  const scopes = new Map(cluster.kinds().map(({ group, kind, namespaced }) => [`${group}/${kind}`, namespaced]));
  for (const manifest of rendered) {
    if (!isCustomResourceDefinition(keyOfManifest(manifest))) continue;
    const kind = `${stringAt(manifest, 'spec', 'group') ?? ''}/${stringAt(manifest, 'spec', 'names', 'kind') ?? ''}`;
    scopes.set(kind, stringAt(manifest, 'spec', 'scope') === 'Namespaced');
  }
  return (manifest) => {
    const { group, kind } = keyOfManifest(manifest);
    return scopes.get(`${group}/${kind}`) ?? true;
  };
}

function withNamespace(manifest: Manifest, isNamespaced: (manifest: Manifest) => boolean, namespace: string): Manifest {
  const metadata = objectAt(manifest, 'metadata');
  if (!isNamespaced(manifest)) {
    const { namespace: _, ...rest } = metadata;
    return { ...manifest, metadata: rest };
  }
  return metadata.namespace === undefined ? { ...manifest, metadata: { ...metadata, namespace } } : manifest;
}

/** What the app tracks, and what stands where a target goes even if nobody tracks it (adoption). */
function liveObjects({ app, home, destination }: ReconcileInput, targets: readonly Manifest[]): readonly Manifest[] {
  const found = indexed(destination.index.trackedBy(instanceName(app, home)));
  for (const target of targets) {
    const key = keyOfManifest(target);
    const live = destination.index.get(key);
    if (live) found.set(keyText(key), live);
  }
  return [...found.values()];
}

function compareOne(
  { app, destination }: ReconcileInput,
  key: ObjectKey,
  target: Manifest | undefined,
  live: Manifest | undefined,
): ComparedResource {
  const object = target ?? live ?? {};
  const verdict = compareResource({
    key,
    target: target ?? null,
    live: live ?? null,
    app,
    schema: destination.schemas(stringAt(object, 'apiVersion') ?? '', key.kind),
    dryRun: (manifest) => dryRun(destination.cluster, manifest, key),
  });
  const hook = target === undefined && live !== undefined && isHook(live);
  const isOwn = target !== undefined || live === undefined || isSelfReferenced(live, key);
  const isExtra = target === undefined && live !== undefined && isOwn;
  const health = live && !hook ? healthOf(live) : undefined;
  return {
    key,
    version: versionOf(object),
    verdict,
    hook,
    ...(hook || !isOwn || isSkipped(object) ? {} : { status: verdict.modified || isExtra ? 'OutOfSync' : 'Synced' }),
    requiresPruning: isExtra,
    wave: waveOf(object),
    ...(health ? { health } : {}),
  };
}

/** A refused dry run ends the comparison of the whole app (argoproj/argo-cd#25064). */
function dryRun(cluster: ClusterModel, manifest: Manifest, { kind, name }: ObjectKey): Manifest {
  try {
    return cluster.apply(manifest, { manager: CONTROLLER, force: true, dryRun: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `failed to calculate diff: error calculating server side diff: serverSideDiff error: error running server side apply in dryrun mode for resource ${kind}/${name}: ${reason}`,
      { cause: error },
    );
  }
}

function isOutOfSync({ status, verdict }: ComparedResource): boolean {
  const options = annotationValues(verdict.live ?? {}, COMPARE_OPTIONS);
  const isKept = verdict.target === null && options.includes('IgnoreExtraneous');
  return status === 'OutOfSync' && !isKept;
}

/** Up to 3.3 one missing resource made the app Missing; since 3.4 all of them must be. */
function appHealth(resources: readonly ComparedResource[], version: string): HealthStatus['status'] {
  const counted = resources.filter(
    ({ hook, key, verdict }) =>
      !hook &&
      !isSkipped(verdict.target ?? {}) &&
      !(key.group === APPLICATION.group && key.kind === APPLICATION.kind) &&
      annotationOf(verdict.live ?? verdict.target ?? {}, 'argocd.argoproj.io/ignore-healthcheck') !== 'true',
  );
  const missing = counted.filter(({ verdict }) => verdict.live === null);
  const isOneEnough = isOlderThan(version, [3, 4]);
  const isMissing = isOneEnough ? missing.length > 0 : missing.length > 0 && missing.length === counted.length;
  return counted
    .flatMap(({ health }) => health?.status ?? [])
    .reduce<HealthStatus['status']>(
      (worst, next) => (isWorse(next, worst) ? next : worst),
      isMissing ? 'Missing' : 'Healthy',
    );
}

function sharedWarnings({ app, home }: ReconcileInput, resources: readonly ComparedResource[]): readonly Condition[] {
  const own = instanceName(app, home);
  return resources.flatMap(({ key, verdict }) => {
    const other = trackingInstance(verdict.live ?? {});
    if (other === undefined || other === own) return [];
    return [
      {
        type: 'SharedResourceWarning',
        message: `${key.kind}/${key.name} is part of applications ${app.namespace}/${app.name} and ${other.replace('_', '/')}`,
      },
    ];
  });
}

function indexed(objects: readonly Manifest[]): Map<string, Manifest> {
  return new Map(objects.map((object) => [keyText(keyOfManifest(object)), object]));
}

export function imagesOf(manifest: Manifest): readonly string[] {
  const template = objectAt(manifest, 'spec', 'template', 'spec');
  const spec = Object.keys(template).length > 0 ? template : objectAt(manifest, 'spec');
  return ['initContainers', 'containers'].flatMap((field) =>
    listAt(spec, field).flatMap((container: Json) => stringAt(container, 'image') ?? []),
  );
}
