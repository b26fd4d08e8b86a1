import { NotFoundError, RejectedError } from '../../core/model/errors.ts';
import { type Manifest, stringAt } from '../../core/model/json.ts';
import { kindAndName, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Api, Call } from './api.ts';
import { apiVersionOf, type Discovery, type Kind, pathOf, type ServedKind } from './discovery.ts';
import { ExpiredError, notServed, TooLargeError, UnknownPathError } from './errors.ts';
import { ObjectList, RawObject } from './schema.ts';

interface ListOptions extends CallOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Names, labels, owners: a tenth of the bytes. A server that does not know the form sends whole objects. */
  readonly metadataOnly?: boolean;
}

/** Raw objects of any kind, found through discovery. */
export interface Objects {
  /** undefined: no such object, or no such kind. */
  get(ref: ResourceRef, version: string | undefined, options?: CallOptions): Promise<Manifest | undefined>;
  /** Nothing for a kind that is not served. Each object comes once, even when the list had to start again. */
  pages(kind: Kind, namespace: string | undefined, options?: ListOptions): AsyncGenerator<readonly Manifest[]>;
  all(kind: Kind, namespace: string | undefined, options?: ListOptions): Promise<readonly Manifest[]>;
  /** @throws NotFoundError when the kind is not served. */
  locate(ref: ResourceRef, version: string, options?: CallOptions): Promise<string>;
}

const PAGE_SIZE = 500;
/** Kinds of which one object weighs as much as dozens of others. */
const PAGE_SIZES: Readonly<Record<string, number>> = { Application: 100, CustomResourceDefinition: 20 };
/** A page that is too large to take in is asked for again with this part of its objects. */
const SHORTER = 1 / 8;
/** A cluster whose history is shorter than one page takes to read would never let us finish. */
const MAX_RESTARTS = 3;
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

interface WantedPage {
  readonly limit: number;
  readonly continue: string | undefined;
}

interface Page {
  /** How many objects were asked for. */
  readonly limit: number;
  readonly items: readonly Manifest[];
  readonly continueToken: string | undefined;
  /** The token was too old: go on with the one that is offered, or from the start. */
  readonly expired?: ExpiredError;
}

export function makeObjects(api: Api, discovery: Discovery): Objects {
  /** Discovery may be minutes old: a path that the server does not know is looked up once more. */
  async function withServed<T>(
    kind: Kind,
    options: CallOptions | undefined,
    work: (served: ServedKind) => Promise<T>,
  ): Promise<T | undefined> {
    const served = await discovery.find(kind, options);
    if (!served) return undefined;
    try {
      return await work(served);
    } catch (error) {
      if (!(error instanceof UnknownPathError)) throw error;
      discovery.forget(served);
      const other = await discovery.find(kind, options);
      return other && (await work(other));
    }
  }

  async function* pages(
    kind: Kind,
    namespace: string | undefined,
    options: ListOptions = {},
  ): AsyncGenerator<readonly Manifest[]> {
    const seen = new Set<string>();
    let continueToken: string | undefined;
    let limit = PAGE_SIZES[kind.kind] ?? PAGE_SIZE;
    let restarts = 0;
    while (true) {
      const page = await withServed(kind, options, (served) =>
        nextPage(served, namespace, { limit, continue: continueToken }, options),
      );
      if (!page) return;
      if (page.expired) {
        restarts += 1;
        if (restarts > MAX_RESTARTS) throw page.expired;
      }
      const fresh = page.items.filter((item) => !seen.has(identity(item)));
      for (const item of fresh) seen.add(identity(item));
      if (fresh.length > 0) yield fresh;
      continueToken = page.continueToken;
      limit = page.limit;
      if (continueToken === undefined && !page.expired) return;
    }
  }

  async function nextPage(
    served: ServedKind,
    namespace: string | undefined,
    wanted: WantedPage,
    options: ListOptions,
  ): Promise<Page> {
    for (let { limit } = wanted; ; limit = Math.floor(limit * SHORTER)) {
      try {
        const call = listCall(served, namespace, { ...wanted, limit }, options);
        const { items, metadata } = await api.json(call, ObjectList, options);
        return {
          limit,
          items: items.map((item) => ({ ...item, apiVersion: apiVersionOf(served), kind: served.kind })),
          continueToken: metadata.continue === '' ? undefined : metadata.continue,
        };
      } catch (error) {
        if (error instanceof ExpiredError)
          return { limit, items: [], continueToken: error.continueToken, expired: error };
        if (!(error instanceof TooLargeError) || limit * SHORTER < 1) throw error;
      }
    }
  }

  return {
    pages,
    async get(ref, version, options) {
      try {
        return await withServed(kindOf(ref, version), options, (served) =>
          api.json(
            { method: 'GET', path: objectPath(api.cluster, served, ref), isRepeatable: true },
            RawObject,
            options,
          ),
        );
      } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
      }
    },
    async all(kind, namespace, options) {
      const found: Manifest[] = [];
      for await (const page of pages(kind, namespace, options)) found.push(...page);
      return found;
    },
    async locate(ref, version, options) {
      // the CRD may have been created a moment ago, by the same plan
      const served = await discovery.find(kindOf(ref, version), { ...options, absenceHoldsFor: 0 });
      if (!served) throw notServed(api.cluster, apiVersionAndKind(ref, version));
      return objectPath(api.cluster, served, ref);
    },
  };
}

function listCall(
  served: ServedKind,
  namespace: string | undefined,
  page: WantedPage,
  { labelSelector, fieldSelector, metadataOnly }: ListOptions,
): Call {
  return {
    method: 'GET',
    path: pathOf(served, namespace),
    query: { ...page, labelSelector, fieldSelector },
    ...(metadataOnly === true ? { accept: METADATA_LIST } : {}),
    isRepeatable: true,
  };
}

/** Without its namespace the path of a namespaced object is another, valid path: its 404 would look like an answer. */
function objectPath(cluster: string, served: ServedKind, ref: ResourceRef): string {
  if (served.namespaced && ref.namespace === '')
    throw new RejectedError(
      'kubernetes.no-namespace',
      `${kindAndName(ref)} is namespaced on Kubernetes cluster ${cluster}, and no namespace is given`,
      'name its namespace; for an Argo CD application set spec.destination.namespace',
    );
  return pathOf(served, ref.namespace, ref.name);
}

function kindOf({ group, kind }: ResourceRef, version: string | undefined): Kind {
  return version === undefined || version === '' ? { group, kind } : { group, kind, version };
}

function apiVersionAndKind({ group, kind }: ResourceRef, version: string): string {
  return `${apiVersionOf({ group, version })} ${kind}`;
}

function identity(item: Manifest): string {
  return `${stringAt(item, 'metadata', 'namespace') ?? ''}/${stringAt(item, 'metadata', 'name') ?? ''}`;
}
