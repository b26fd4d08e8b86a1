import { compileSchema } from '../../src/core/kubernetes/schema.ts';
import { at, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { SchemaNode } from '../../src/core/model/schema-node.ts';
import type { ClusterModel } from '../cluster/types.ts';

const CRD = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' } as const;

/** Schemas of a cluster's CRDs, compiled once per resourceVersion. */
export function makeCrdSchemas(cluster: ClusterModel): (apiVersion: string, kind: string) => SchemaNode | undefined {
  const compiled = new Map<string, SchemaNode>();
  return (apiVersion, kind) => {
    const [group = '', version = ''] = apiVersion.split('/');
    const crd = cluster
      .list(CRD)
      .find((entry) => stringAt(entry, 'spec', 'group') === group && stringAt(entry, 'spec', 'names', 'kind') === kind);
    if (!crd) return undefined;
    const id = `${kind}.${apiVersion}@${stringAt(crd, 'metadata', 'resourceVersion') ?? ''}`;
    const known = compiled.get(id) ?? compileSchema(schemaOf(crd, version));
    compiled.set(id, known);
    return known;
  };
}

function schemaOf(crd: Manifest, version: string) {
  const stated = listAt(crd, 'spec', 'versions').find((entry) => stringAt(entry, 'name') === version);
  return at(stated, 'schema', 'openAPIV3Schema');
}
