import { type Authorship, proveAuthorship } from '../../../core/drift/authorship.ts';
import type { Observation } from '../../../core/facts/observation.ts';
import { noMask } from '../../../core/mask/mask.ts';
import { defined } from '../../../core/model/defined.ts';
import { BotError } from '../../../core/model/errors.ts';
import type { Finding } from '../../../core/model/finding.ts';
import { type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Pointer } from '../../../core/model/pointer.ts';
import { groupKind, isSame, type ResourceRef } from '../../../core/model/resource-ref.ts';
import { applicationRef, isOnTheApplication } from '../../../core/remedy/plan/plan.ts';
import type { ReadObject } from '../../../core/remedy/plan/planner.ts';
import type { SyncItem } from '../../../core/remedy/plan/sync.ts';
import type { Candidate } from '../../../core/remedy/plan/usage-proof.ts';
import type { ClusterReader } from '../../../ports/cluster.ts';
import type { ConnectedInstance } from '../../connected-instance.ts';
import { makePastReader } from './read-past.ts';

export interface ObjectReader {
  object(ref: ResourceRef): Promise<ReadObject>;
  candidate(ref: ResourceRef): Promise<Candidate>;
  syncItem(ref: ResourceRef): Promise<SyncItem>;
  /** What Git renders for it, as it was observed. */
  targetOf(ref: ResourceRef): Manifest | null;
  application(): Promise<Manifest | null | undefined>;
  /** Everything that Git renders, hooks included; undefined: Argo CD did not say. */
  rendered(): Promise<readonly Manifest[] | undefined>;
}

interface Deps {
  readonly instance: Pick<ConnectedInstance, 'argocd' | 'clusterFor' | 'writing'>;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
  readonly signal: AbortSignal;
}

/**
 * Objects as they are, unmasked, read with the credential that writes: digests and bundles are made of what it sees. They
 * go no further than into digests and patches.
 */
export function makeObjectReader({ instance, observation, findings, signal }: Deps): ObjectReader {
  const { app } = observation;
  const { writing } = instance;
  const pastOf = makePastReader({
    instance,
    app,
    home: observation.instance.controllerNamespace ?? app.ref.namespace,
    kinds: new Set(findings.flatMap(({ resource }) => (resource === undefined ? [] : [groupKind(resource)]))),
    signal,
  });

  let render: Promise<readonly Manifest[] | undefined> | undefined;

  /** undefined: it could not be read. */
  async function ifReadable<T>(fetch: () => Promise<T> | undefined): Promise<T | undefined> {
    return (await attempt(fetch)).found;
  }

  async function attempt<T>(fetch: () => Promise<T> | undefined): Promise<{ found?: T | undefined; problem?: string }> {
    try {
      return { found: await fetch() };
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      return { problem: error.message };
    }
  }

  function readerOf(ref: ResourceRef): ClusterReader | undefined {
    return (
      isOnTheApplication({ app: app.ref }, { target: ref }) ? writing?.ownCluster : writing?.clusterFor(app.destination)
    )?.reader;
  }

  async function read(ref: ResourceRef, version: string): Promise<Pick<ReadObject, 'live' | 'problem'>> {
    const reader = readerOf(ref);
    const { found, problem } = await attempt(
      async () => reader && ((await reader.read(ref, version, { signal })) ?? null),
    );
    return { live: found, ...defined({ problem }) };
  }

  async function object(ref: ResourceRef): Promise<ReadObject> {
    const version = versionOf(ref, observation);
    return { ref, version, ...(await read(ref, version)), mutated: mutatedOf(ref, findings) };
  }

  async function reclaimPolicyOf({ ref, live }: ReadObject): Promise<string | undefined> {
    const volume = stringAt(live ?? {}, 'spec', 'volumeName');
    if (ref.group !== '' || ref.kind !== 'PersistentVolumeClaim' || volume === undefined) return undefined;
    const claimed = await read({ group: '', kind: 'PersistentVolume', namespace: '', name: volume }, 'v1');
    return stringAt(claimed.live ?? {}, 'spec', 'persistentVolumeReclaimPolicy');
  }

  async function authorshipOf({ ref, live }: ReadObject): Promise<Authorship> {
    if (!live) return { because: 'it could not be read' };
    // Argo CD states a namespace for cluster-scoped objects now and then; the object itself knows better
    const own = { ...ref, namespace: stringAt(live, 'metadata', 'namespace') ?? '' };
    return proveAuthorship({ ref: own, live, app, instance: observation.instance }, await pastOf(own, live));
  }

  return {
    object,
    targetOf: (ref) => observation.resources.find((resource) => isSame(resource.ref, ref))?.target ?? null,
    rendered() {
      render ??= ifReadable(() =>
        instance.argocd.manifests({ ref: app.ref, project: app.project }, undefined, { signal }),
      );
      return render;
    },
    application: async () => (await read(applicationRef(app.ref), 'v1alpha1')).live,

    /** A proof lists whole kinds, which is the reading credential's business; an account for changes may be narrow. */
    async candidate(ref) {
      const found = await object(ref);
      const { found: referrers, problem: unchecked } = await attempt(() =>
        instance.clusterFor(app.destination)?.referencesTo(ref, { signal }),
      );
      const volumeReclaimPolicy = await reclaimPolicyOf(found);
      const authorship = await authorshipOf(found);
      return { ...found, referrers, authorship, ...defined({ volumeReclaimPolicy, unchecked }) };
    },

    async syncItem(ref) {
      const handle = { ref: app.ref, project: app.project };
      const rows = await ifReadable(() => instance.argocd.managedResources(handle, ref, { signal, masker: noMask }));
      const [row] = rows ?? [];
      const target = rows === undefined ? undefined : (row?.target() ?? null);
      return { ...(await object(ref)), target, isInSync: row?.isDrifting === false };
    },
  };
}

function versionOf(ref: ResourceRef, { app, resources }: Observation): string {
  return (
    resources.find((resource) => isSame(resource.ref, ref))?.version ??
    app.resources.find((resource) => isSame(resource, ref))?.version ??
    ''
  );
}

/** What moves without anybody's doing, as this look saw it. */
function mutatedOf(ref: ResourceRef, findings: readonly Finding[]): readonly Pointer[] {
  return findings
    .filter(({ driftClass }) => driftClass === 'mutated' || driftClass === 'nondeterministic')
    .filter(({ resource }) => resource !== undefined && isSame(resource, ref))
    .flatMap(({ paths }) => paths.filter((path) => path !== ''));
}
