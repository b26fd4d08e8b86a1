import { isJsonObject, type Json, type JsonObject, type Step } from './json.ts';

const POD_SPEC = 'io.k8s.api.core.v1.PodSpec';
const REF_PREFIX = '#/components/schemas/';

export type KindSchema = ReturnType<typeof makeKindSchema>;

/** What the published OpenAPI says about the shape of one kind. */
export function makeKindSchema(document: JsonObject, apiVersion: string, kind: string) {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const root = Object.values(schemas).find((schema) => isKind(schema, group ?? '', version ?? '', kind));
  if (!isJsonObject(root)) throw new Error(`no OpenAPI schema for ${apiVersion} ${kind}`);

  function resolve(schema: JsonObject): JsonObject {
    const ref = refOf(schema);
    return ref === undefined ? schema : resolve(objectAt(schemas, ref));
  }

  function childSchema(schema: JsonObject, step: Step): JsonObject {
    const resolved = resolve(schema);
    if (typeof step === 'number') return objectAt(resolved, 'items');
    const properties = objectAt(resolved, 'properties');
    return isJsonObject(properties[step]) ? properties[step] : objectAt(resolved, 'additionalProperties');
  }

  function hasFreeKeys(schema: JsonObject): boolean {
    const resolved = resolve(schema);
    return isJsonObject(resolved.additionalProperties);
  }

  /** Marks each step that is a list index or a free-form map key, as opposed to a named field. */
  function freeSteps(steps: readonly Step[]): boolean[] {
    let schema: JsonObject = root as JsonObject;
    return steps.map((step) => {
      const free = typeof step === 'number' || hasFreeKeys(schema);
      schema = childSchema(schema, step);
      return free;
    });
  }

  function podSpecPlaces(): string[] {
    return walk(root as JsonObject, '', []);
  }

  function walk(schema: JsonObject, path: string, seen: readonly string[]): string[] {
    const ref = refOf(schema);
    if (ref === POD_SPEC) return [path];
    if (ref !== undefined && seen.includes(ref)) return [];
    const trail = ref === undefined ? seen : [...seen, ref];
    const properties = Object.entries(objectAt(resolve(schema), 'properties'));
    return properties.flatMap(([name, child]) => (isJsonObject(child) ? walk(child, `${path}/${name}`, trail) : []));
  }

  return { freeSteps, podSpecPlaces };
}

function isKind(schema: Json, group: string, version: string, kind: string): boolean {
  const kinds = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  return (
    Array.isArray(kinds) &&
    kinds.length === 1 &&
    kinds.some(
      (item: Json) => isJsonObject(item) && item.group === group && item.version === version && item.kind === kind,
    )
  );
}

/** Kubernetes wraps a reference in a one-element allOf when it adds a default or a description. */
function refOf(schema: JsonObject): string | undefined {
  const all = schema.allOf;
  const holder = Array.isArray(all) && isJsonObject(all[0]) ? all[0] : schema;
  const ref = holder.$ref;
  return typeof ref === 'string' ? ref.slice(REF_PREFIX.length) : undefined;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}
