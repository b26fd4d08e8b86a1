import { compileSchema } from '../../core/kubernetes/schema.ts';
import { defined } from '../../core/model/defined.ts';
import { NotFoundError } from '../../core/model/errors.ts';
import { at, isObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import { isBuiltIn, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { SchemaNode } from '../../core/model/schema-node.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Api } from './api.ts';
import type { Discovery } from './discovery.ts';
import { RawObject } from './schema.ts';
import { makeSharedCalls } from './shared-calls.ts';

export interface Schemas {
  /** null: no CRD defines this kind in this version. */
  find(ref: ResourceRef, version: string, options?: CallOptions): Promise<SchemaNode | null>;
  /** Of the same CRD; undefined: there is none. */
  storedVersions(ref: ResourceRef, version: string, options?: CallOptions): Promise<readonly string[] | undefined>;
}

/** What is kept of a CRD. */
interface Kept {
  readonly schema: SchemaNode | null;
  readonly storedVersions: readonly string[];
}

/** How long a CRD counts as unchanged without looking. */
const TRUSTED_FOR_MS = 60_000;
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';

/**
 * CRDs are large and change seldom: only the versions asked for are compiled, and the whole CRD is fetched again only
 * when its resourceVersion moved.
 */
export function makeSchemas(api: Api, discovery: Discovery, now: () => number): Schemas {
  const checks = makeSharedCalls<Kept | undefined>(now);
  const compiled = new Map<string, Kept & { readonly resourceVersion: string }>();

  async function refresh(crd: string, version: string, key: string): Promise<Kept | undefined> {
    const known = compiled.get(key);
    const head = await readCrd(api, crd, known ? METADATA : undefined);
    if (!head) {
      compiled.delete(key);
      return undefined;
    }
    if (known && stringAt(head, 'metadata', 'resourceVersion') === known.resourceVersion) return known;
    // a server that does not know the metadata form has sent the whole object already
    const whole = at(head, 'spec') === undefined ? await readCrd(api, crd) : head;
    if (!whole) return undefined;
    const kept = { schema: schemaOf(whole, version), storedVersions: storedVersionsOf(whole) };
    compiled.set(key, { resourceVersion: stringAt(whole, 'metadata', 'resourceVersion') ?? '', ...kept });
    return kept;
  }

  async function keptOf(ref: ResourceRef, version: string, options?: CallOptions): Promise<Kept | undefined> {
    if (isBuiltIn(ref)) return undefined;
    const served = await discovery.find({ group: ref.group, kind: ref.kind, version }, options);
    if (!served) return undefined;
    const crd = `${served.plural}.${served.group}`;
    const key = `${crd}/${version}`;
    return await checks.get(key, TRUSTED_FOR_MS, () => refresh(crd, version, key), options?.signal);
  }

  return {
    find: async (ref, version, options) => (await keptOf(ref, version, options))?.schema ?? null,
    storedVersions: async (ref, version, options) => (await keptOf(ref, version, options))?.storedVersions,
  };
}

async function readCrd(api: Api, name: string, accept?: string): Promise<Manifest | undefined> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`;
  try {
    return await api.json({ method: 'GET', path, isRepeatable: true, ...defined({ accept }) }, RawObject);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function schemaOf(crd: Manifest, version: string): SchemaNode | null {
  const found = listAt(crd, 'spec', 'versions').find((candidate) => stringAt(candidate, 'name') === version);
  const schema = at(found, 'schema', 'openAPIV3Schema');
  return isObject(schema) ? compileSchema(schema) : null;
}

function storedVersionsOf(crd: Manifest): readonly string[] {
  return listAt(crd, 'status', 'storedVersions').filter((version) => typeof version === 'string');
}
