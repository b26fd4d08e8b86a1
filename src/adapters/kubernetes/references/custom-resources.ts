import { at, isList, isObject, type Json, listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Reference } from '../../../core/model/observation.ts';
import { groupKind, groupOf, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { CallOptions } from '../../../ports/argocd.ts';
import type { Kind } from '../discovery.ts';
import type { Objects } from '../objects.ts';
import { makeSharedCalls } from '../shared-calls.ts';

/*
 * No schema says that a field of a custom resource is the name of a Secret. A value that equals the name, in a kind whose
 * schema has fields for names, is taken for one: an object too many is kept rather than one too few.
 */

/** What custom resources name in their own namespace. */
const NAMED = new Set(['ConfigMap', 'Secret', 'Service', 'ServiceAccount', 'PersistentVolumeClaim']);
const CRD: Kind = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };

/** Fields that hold a name, by how people spell them. */
const NAMING = /name|ref|secret|configmap|service|account|claim|volume|backend|host|url|address|credential/i;
/** Reports name every object and need none. */
const REPORTS =
  /(^|\.)(wgpolicyk8s\.io|reports\.kyverno\.io|aquasecurity\.github\.io|softwarecomposition\.kubescape\.io)$/;

const KINDS_FOR_MS = 60_000;
const NAMES_FOR_MS = 5_000;

/** A custom resource, and each text in it with the field that first has it. */
interface Naming {
  readonly ref: ResourceRef;
  readonly texts: ReadonlyMap<string, string>;
}

export interface CustomResources {
  /** Custom resources of the target's namespace that name it. @throws NotAllowedError for a kind that may not be listed */
  naming(target: ResourceRef, options: CallOptions): Promise<readonly Reference[]>;
}

export function makeCustomResources(objects: Objects, now: () => number): CustomResources {
  const kinds = makeSharedCalls<readonly Kind[]>(now);
  const namings = makeSharedCalls<readonly Naming[]>(now);

  async function loadKinds(): Promise<readonly Kind[]> {
    const found: Kind[] = [];
    for await (const page of objects.pages(CRD, undefined)) found.push(...page.flatMap(namingKind));
    return found;
  }

  async function loadNamings(kind: Kind, namespace: string): Promise<readonly Naming[]> {
    const found: Naming[] = [];
    for await (const page of objects.pages(kind, namespace)) found.push(...page.map(namingOf));
    return found;
  }

  return {
    async naming(target, { signal }) {
      if (target.namespace === '' || !NAMED.has(groupKind(target))) return [];
      const known = await kinds.get('', KINDS_FOR_MS, loadKinds, signal);
      const lists = await Promise.all(
        known.map((kind) => {
          const load = () => loadNamings(kind, target.namespace);
          return namings.get(`${groupKind(kind)} ${target.namespace}`, NAMES_FOR_MS, load, signal);
        }),
      );
      return lists.flat().flatMap(({ ref, texts }) => {
        const path = namesOf(target)
          .map((name) => texts.get(name))
          .find((found) => found !== undefined);
        return path === undefined ? [] : [{ ...ref, how: `names it in ${path}` }];
      });
    },
  };
}

/** Kinds of objects in namespaces whose schema has room for a name. */
function namingKind(crd: Manifest): readonly Kind[] {
  const [group, kind] = [stringAt(crd, 'spec', 'group'), stringAt(crd, 'spec', 'names', 'kind')];
  const served = listAt(crd, 'spec', 'versions').filter((version) => at(version, 'served') === true);
  const version = served.find((candidate) => at(candidate, 'storage') === true) ?? served[0];
  const name = stringAt(version, 'name');
  if (group === undefined || kind === undefined || name === undefined || REPORTS.test(group)) return [];
  if (stringAt(crd, 'spec', 'scope') !== 'Namespaced') return [];
  return mayName(at(version, 'schema', 'openAPIV3Schema')) ? [{ group, kind, version: name }] : [];
}

/** False only where the schema is there and nothing in it could hold a name. */
function mayName(schema: Json | undefined): boolean {
  if (!isObject(schema)) return true;
  const { properties, additionalProperties, items } = schema;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return true;
  if (properties === undefined && additionalProperties === undefined && items === undefined) return false;
  const own = Object.entries(isObject(properties) ? properties : {});
  return (
    own.some(([key, field]) => !isOfEveryObject(key) && (NAMING.test(key) || mayName(field))) ||
    (isObject(additionalProperties) &&
      (stringAt(additionalProperties, 'type') === 'string' || mayName(additionalProperties))) ||
    (isObject(items) && mayName(items))
  );
}

function isOfEveryObject(key: string): boolean {
  return /^(apiVersion|kind|metadata|status)$/.test(key);
}

function namingOf(manifest: Manifest): Naming {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(manifest)) if (!isOfEveryObject(key)) collect(value, key, texts);
  const ref = {
    group: groupOf(stringAt(manifest, 'apiVersion') ?? ''),
    kind: stringAt(manifest, 'kind') ?? '',
    namespace: stringAt(manifest, 'metadata', 'namespace') ?? '',
    name: stringAt(manifest, 'metadata', 'name') ?? '',
  };
  return { ref, texts };
}

function collect(value: Json, path: string, texts: Map<string, string>): void {
  if (typeof value === 'string') for (const text of readingsOf(value)) texts.set(text, texts.get(text) ?? path);
  else if (isList(value)) for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, texts);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`, texts);
}

/** A host may be stated within an address: `http://web.shop.svc:80/x` is `web.shop`. */
function readingsOf(value: string): readonly string[] {
  const [, rest = value] = value.split('://', 2);
  const [host = ''] = rest.split(/[/:?]/, 1);
  const [name = '', namespace, suffix] = host.split('.', 3);
  if (value.includes('://') && namespace === undefined) return [value, name];
  return namespace !== undefined && (suffix === undefined || suffix === 'svc')
    ? [value, `${name}.${namespace}`]
    : [value];
}

function namesOf({ kind, namespace, name }: ResourceRef): readonly string[] {
  if (kind === 'Service') return [name, `${name}.${namespace}`];
  return kind === 'ServiceAccount' ? [name, `system:serviceaccount:${namespace}:${name}`] : [name];
}
