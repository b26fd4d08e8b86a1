import { findPastRender, type Past, type Release } from '../../../core/drift/authorship.ts';
import { otherArgoCdsAmong } from '../../../core/drift/other-argocds.ts';
import { BotError } from '../../../core/model/errors.ts';
import type { Manifest } from '../../../core/model/json.ts';
import type { AppState } from '../../../core/model/observation.ts';
import { groupKind, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { ConnectedInstance } from '../../connected-instance.ts';

interface Deps {
  readonly instance: Pick<ConnectedInstance, 'argocd' | 'clusterFor'>;
  readonly app: AppState;
  /** The namespace of this Argo CD. */
  readonly home: string;
  /** Of the objects that will be asked about: others are not parsed. */
  readonly kinds: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const CONTROLLERS = [
  { group: 'apps', version: 'v1', kind: 'StatefulSet' },
  { group: 'apps', version: 'v1', kind: 'Deployment' },
] as const;

export type PastReader = (ref: ResourceRef, live: Manifest) => Promise<Past>;

/** What an object's past shows: each release is rendered once, and only if an object asks for it. */
export function makePastReader({ instance, app, home, kinds, signal }: Deps): PastReader {
  const releases = new Map<string, Promise<readonly Manifest[] | undefined>>();
  let others: Promise<readonly string[] | undefined> | undefined;

  async function ifReadable<T>(fetch: () => Promise<T>): Promise<T | undefined> {
    try {
      return await fetch();
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      return undefined;
    }
  }

  function render(revision: string): Promise<readonly Manifest[] | undefined> {
    const only = (ref: Pick<ResourceRef, 'group' | 'kind'>) => kinds.has(groupKind(ref));
    const handle = { ref: app.ref, project: app.project };
    const known =
      releases.get(revision) ?? ifReadable(() => instance.argocd.manifests(handle, revision, { signal, only }));
    releases.set(revision, known);
    return known;
  }

  async function otherArgoCds(): Promise<readonly string[] | undefined> {
    const cluster = instance.clusterFor(app.destination);
    if (cluster === undefined) return undefined;
    const found: Manifest[] = [];
    for (const kind of CONTROLLERS) {
      const some = await ifReadable(() => cluster.list(kind, undefined, { signal, metadataOnly: true }));
      if (some === undefined) return undefined;
      found.push(...some);
    }
    return otherArgoCdsAmong(found, app.destination, home);
  }

  return async (ref, live) => {
    others ??= otherArgoCds();
    // newest first; the render of a release with several sources needs all their revisions, which no call takes
    const history = app.sources.length > 1 ? [] : (app.history ?? []).toReversed();
    const looked: Release[] = [];
    for (const { revisions, deployedAt } of history) {
      const [revision] = revisions;
      if (revision === undefined) continue;
      looked.push({ revision, deployedAt, manifests: await render(revision) });
      const found = findPastRender(looked, { ref, live, app });
      if (found) return { render: found, otherArgoCds: await others };
    }
    const isComplete = app.sources.length === 1 && looked.every(({ manifests }) => manifests !== undefined);
    return { render: isComplete ? null : undefined, otherArgoCds: await others };
  };
}
