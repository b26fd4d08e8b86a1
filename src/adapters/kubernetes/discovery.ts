import { NotFoundError } from '../../core/model/errors.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Api } from './api.ts';
import { notUnderstood } from './errors.ts';
import { ApiGroup, ResourceList } from './schema.ts';
import { makeSharedCalls } from './shared-calls.ts';

export interface Kind {
  readonly group: string;
  readonly kind: string;
  /** Wanted; where it is not served (any more), the group's preferred one is used. */
  readonly version?: string;
}

export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

interface FindOptions extends CallOptions {
  /** Milliseconds for which "no such kind" may be repeated without asking again. */
  readonly absenceHoldsFor?: number;
}

export interface Discovery {
  /** undefined: the cluster serves no such kind, in no version. */
  find(kind: Kind, options?: FindOptions): Promise<ServedKind | undefined>;
  /** The server did not know its path: ask again. */
  forget(served: ServedKind): void;
}

/** CRDs come and go, seldom. A kind that is missing is asked for again sooner than one that is there. */
const FOUND_FOR_MS = 5 * 60_000;
const ABSENT_FOR_MS = 10_000;

export function makeDiscovery(api: Api, now: () => number): Discovery {
  const lists = makeSharedCalls<readonly ServedKind[]>(now);
  const groups = makeSharedCalls<readonly string[]>(now);

  async function findIn(
    kind: Kind,
    version: string,
    { signal, absenceHoldsFor = ABSENT_FOR_MS }: FindOptions,
  ): Promise<ServedKind | undefined> {
    const load = () => kindsOf(api, kind.group, version);
    const key = `${kind.group}/${version}`;
    const byKind = (served: ServedKind) => served.kind === kind.kind;
    const known = await lists.get(key, FOUND_FOR_MS, load, signal);
    return known.find(byKind) ?? (await lists.get(key, absenceHoldsFor, load, signal)).find(byKind);
  }

  /** Any web server answers 404. Only one that serves core v1 may say that a kind does not exist. */
  async function confirmKubernetes(signal?: AbortSignal): Promise<void> {
    const core = await lists.get('/v1', FOUND_FOR_MS, () => kindsOf(api, '', 'v1'), signal);
    if (core.length > 0) return;
    lists.forget('/v1');
    throw notUnderstood(api.cluster);
  }

  return {
    async find(kind, options = {}) {
      const { signal, absenceHoldsFor = ABSENT_FOR_MS } = options;
      if (kind.version !== undefined) {
        const exact = await findIn(kind, kind.version, options);
        if (exact) return exact;
      }
      const versions = await groups.get(kind.group, absenceHoldsFor, () => versionsOf(api, kind.group), signal);
      for (const version of versions) {
        if (version === kind.version) continue;
        const other = await findIn(kind, version, options);
        if (other) return other;
      }
      await confirmKubernetes(signal);
      return undefined;
    },
    forget({ group, version }) {
      lists.forget(`${group}/${version}`);
      groups.forget(group);
    },
  };
}

/** Empty: the group is not served in this version. */
async function kindsOf(api: Api, group: string, version: string): Promise<readonly ServedKind[]> {
  const path = versionPath(group, version);
  const list = await orNone(api.json({ method: 'GET', path, isRepeatable: true }, ResourceList));
  return (list?.resources ?? []).flatMap(({ name, kind, namespaced }) =>
    name.includes('/') ? [] : [{ group, version, kind, plural: name, namespaced }],
  );
}

/** Preferred first. */
async function versionsOf(api: Api, group: string): Promise<readonly string[]> {
  if (group === '') return ['v1'];
  const path = `/apis/${encodeURIComponent(group)}`;
  const found = await orNone(api.json({ method: 'GET', path, isRepeatable: true }, ApiGroup));
  if (!found) return [];
  const all = found.versions.map(({ version }) => version);
  const preferred = found.preferredVersion?.version;
  return preferred === undefined ? all : [preferred, ...all.filter((version) => version !== preferred)];
}

async function orNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function versionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${encodeURIComponent(version)}`
    : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
}

/** `namespace` of a cluster-scoped kind is ignored: Argo CD states one now and then. */
export function pathOf({ group, version, plural, namespaced }: ServedKind, namespace = '', name?: string): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const item = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${versionPath(group, version)}${scope}/${plural}${item}`;
}

export function apiVersionOf({ group, version }: Pick<ServedKind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
