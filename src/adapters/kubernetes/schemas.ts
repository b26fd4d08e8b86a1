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
}

/** How long a CRD counts as unchanged without looking. */
const TRUSTED_FOR_MS = 60_000;
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';

/**
 * CRDs are large and change seldom: only the versions asked for are compiled, and the whole CRD is fetched again only
 * when its resourceVersion moved.
 */
export function makeSchemas(api: Api, discovery: Discovery, now: () => number): Schemas {
  const checks = makeSharedCalls<SchemaNode | null>(now);
  const compiled = new Map<string, { readonly resourceVersion: string; readonly schema: SchemaNode | null }>();

  async function refresh(crd: string, version: string, key: string): Promise<SchemaNode | null> {
    const known = compiled.get(key);
    const head = await readCrd(api, crd, known ? METADATA : undefined);
    if (!head) {
      compiled.delete(key);
      return null;
    }
    if (known && stringAt(head, 'metadata', 'resourceVersion') === known.resourceVersion) return known.schema;
    // a server that does not know the metadata form has sent the whole object already
    const whole = at(head, 'spec') === undefined ? await readCrd(api, crd) : head;
    const schema = whole ? schemaOf(whole, version) : null;
    compiled.set(key, { resourceVersion: stringAt(whole, 'metadata', 'resourceVersion') ?? '', schema });
    return schema;
  }

  return {
    async find(ref, version, options) {
      if (isBuiltIn(ref)) return null;
      const served = await discovery.find({ group: ref.group, kind: ref.kind, version }, options);
      if (!served) return null;
      const crd = `${served.plural}.${served.group}`;
      const key = `${crd}/${version}`;
      return await checks.get(key, TRUSTED_FOR_MS, () => refresh(crd, version, key), options?.signal);
    },
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
