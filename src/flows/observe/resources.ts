import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { type Manifest, stringAt } from '../../core/model/json.ts';
import type {
  AppState,
  OtherApp,
  ResourceFacts,
  ResourceObservation,
  ResourceStatus,
} from '../../core/model/observation.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import { isBuiltIn } from '../../core/model/resource-ref.ts';
import { isListedAsDrifting } from '../../core/scan/listed-app.ts';
import { probeHash } from '../../core/scan/probe.ts';
import type { AppHandle, ArgoCdReader, CallOptions, ManagedResource } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import type { Lookout } from './look.ts';
import type { SharedFacts } from './shared-facts.ts';

/** An observation masks with one masker, so that equal secrets stay equal. */
export type ObserveOptions = CallOptions & { readonly masker: Masker };

export interface ResourceDeps {
  readonly argocd: ArgoCdReader;
  readonly cluster: ClusterReader | undefined;
  readonly shared: SharedFacts;
  /** Other apps of the fleet that list the resource as theirs. */
  readonly otherAppsOf: (app: AppState, ref: ResourceRef) => readonly OtherApp[] | undefined;
  readonly lookout: Lookout;
}

export interface Drifting {
  readonly resources: readonly ResourceObservation[];
  /** undefined: what Argo CD compares could not be looked at. */
  readonly probe?: string;
}

const SCALED_KINDS = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'Rollout', 'DaemonSet']);

/** Every resource that Argo CD reports, with the facts its rules need; in-sync resources are never parsed. */
export async function observeDrifting(
  app: AppState,
  handle: AppHandle,
  deps: ResourceDeps,
  options: ObserveOptions,
): Promise<Drifting> {
  if (app.sync.status !== 'OutOfSync') return { resources: [] };
  const compared = await deps.lookout.look('what Argo CD compares', () =>
    deps.argocd.managedResources(handle, undefined, options),
  );
  const managed = compared ?? [];
  const drifting = managed.filter(({ isDrifting }) => isDrifting);
  const rendered = await renderedByGit(drifting, handle, deps, options);
  const observed: ResourceObservation[] = [];
  for (const resource of drifting) observed.push(await observeOne(resource, app, rendered, deps, options));
  return {
    resources: [...observed, ...(await observeHooks(app, observed, deps, options))],
    ...(compared === undefined ? {} : { probe: probeOf(compared, app) }),
  };
}

function probeOf(compared: readonly ManagedResource[], app: AppState): string {
  return probeHash(
    compared.map(({ ref, resourceVersion, modified }) => ({ ...ref, resourceVersion, modified })),
    app.resources.filter(isListedAsDrifting),
  );
}

/**
 * What is not compared and yet in Git: Argo CD leaves hooks out of its comparison, so a leftover of something that has
 * become a hook looks like any other leftover. Asked only where something wants pruning; rendering costs the repo-server.
 */
async function renderedByGit(
  drifting: readonly ManagedResource[],
  handle: AppHandle,
  { argocd, lookout }: ResourceDeps,
  options: ObserveOptions,
): Promise<readonly Manifest[]> {
  if (!drifting.some((resource) => resource.target() === null)) return [];
  const only = ({ kind, name }: Pick<ResourceRef, 'kind' | 'name'>): boolean =>
    drifting.some(({ ref }) => ref.kind === kind && ref.name === name);
  return (
    (await lookout.look('what Git renders', () => argocd.manifests(handle, undefined, { ...options, only }))) ?? []
  );
}

function gitFacts(ref: ResourceRef, rendered: readonly Manifest[]): Pick<ResourceFacts, 'gitManifest'> {
  const gitManifest = rendered.find(
    (manifest) => stringAt(manifest, 'kind') === ref.kind && stringAt(manifest, 'metadata', 'name') === ref.name,
  );
  return gitManifest ? { gitManifest } : {};
}

async function observeOne(
  resource: ManagedResource,
  app: AppState,
  rendered: readonly Manifest[],
  deps: ResourceDeps,
  options: ObserveOptions,
): Promise<ResourceObservation> {
  const { ref } = resource;
  const listed = statusOf(app, ref);
  const version = listed?.version ?? '';
  const { cluster, lookout } = deps;
  const schema =
    cluster && !isBuiltIn(ref)
      ? await lookout.look(`the schema of ${ref.kind}`, () => cluster.schemaFor(ref, version, options))
      : undefined;
  return {
    ref,
    version,
    ...defined({ status: listed?.status }),
    ...(listed?.health ? { health: listed.health } : {}),
    requiresPruning: listed?.requiresPruning ?? resource.target() === null,
    hook: listed?.hook ?? false,
    target: resource.target(),
    live: resource.live(),
    verdict: { normalizedLive: resource.normalizedLive(), predicted: resource.predicted() },
    ...defined({ schema }),
    facts: { ...(await factsOf(resource, app, deps, options)), ...gitFacts(ref, rendered) },
  };
}

async function factsOf(
  resource: ManagedResource,
  app: AppState,
  deps: ResourceDeps,
  options: ObserveOptions,
): Promise<ResourceFacts> {
  const { ref } = resource;
  const { cluster, shared, lookout } = deps;
  const autoscalers =
    cluster && SCALED_KINDS.has(ref.kind)
      ? await lookout.look('autoscalers', () => shared.autoscalers(cluster, ref.namespace, options))
      : undefined;
  const webhooks =
    cluster && resource.live() !== null
      ? await lookout.look('mutating webhooks', () => shared.webhooks(cluster, options))
      : undefined;
  const namespaceLabels =
    cluster && ref.namespace !== '' && webhooks?.some(({ namespaceSelector }) => namespaceSelector !== undefined)
      ? await lookout.look(`labels of namespace ${ref.namespace}`, () =>
          shared.namespaceLabels(cluster, ref.namespace, options),
        )
      : undefined;
  const references =
    cluster && resource.target() === null
      ? await lookout.look(`references to ${ref.kind}`, () => cluster.referencesTo(ref, options))
      : undefined;
  const otherApps = deps.otherAppsOf(app, ref);
  return {
    ...defined({ otherApps, autoscalers, webhooks, namespaceLabels, references }),
  };
}

/** Argo CD leaves hooks out of managed-resources; a finished one that wants pruning is still worth a line. */
async function observeHooks(
  app: AppState,
  known: readonly ResourceObservation[],
  { cluster, lookout }: ResourceDeps,
  options: ObserveOptions,
): Promise<readonly ResourceObservation[]> {
  const hooks = app.resources.filter(
    (entry) =>
      entry.hook &&
      entry.requiresPruning &&
      !known.some(({ ref }) => ref.kind === entry.kind && ref.name === entry.name),
  );
  const observed: ResourceObservation[] = [];
  for (const { group, kind, namespace, name, version } of hooks) {
    const ref = { group, kind, namespace, name };
    const live = cluster && (await lookout.look(`hook ${kind}/${name}`, () => cluster.read(ref, version, options)));
    if (!live) continue;
    observed.push({
      ref,
      version,
      requiresPruning: true,
      hook: true,
      target: null,
      live: options.masker.manifest(live),
      facts: {},
    });
  }
  return observed;
}

export function statusOf(app: AppState, ref: ResourceRef): ResourceStatus | undefined {
  return app.resources.find(
    (entry) =>
      entry.kind === ref.kind &&
      entry.name === ref.name &&
      entry.group === ref.group &&
      entry.namespace === ref.namespace,
  );
}
