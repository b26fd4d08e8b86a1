import { isObject, type Json, type JsonObject } from '../model/json.ts';
import type { SchemaNode } from '../model/schema-node.ts';

/** How the elements of a list are told apart. */
export interface ListKeys {
  readonly keys: readonly string[];
  /** The API merges by these keys, so that order says nothing and a key may stand only once. */
  readonly merges: boolean;
}

/**
 * Strategic-merge keys of the built-in types, by the field that holds the list (`patchMergeKey` in k8s.io/api).
 * Two rows for one field are tried in turn: container ports have a containerPort, service ports a port.
 */
const MERGE_KEYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  containers: [['name']],
  initContainers: [['name']],
  ephemeralContainers: [['name']],
  env: [['name']],
  ports: [
    ['containerPort', 'protocol'],
    ['port', 'protocol'],
  ],
  volumes: [['name']],
  volumeMounts: [['mountPath']],
  volumeDevices: [['devicePath']],
  imagePullSecrets: [['name']],
  secrets: [['name']],
  hostAliases: [['ip']],
  topologySpreadConstraints: [['topologyKey', 'whenUnsatisfiable']],
  resourceClaims: [['name']],
  webhooks: [['name']],
  matchConditions: [['name']],
  conditions: [['type']],
  ownerReferences: [['uid']],
};

/** `protocol` is part of the key of a port and defaults to TCP: left out and stated must match. */
const KEY_DEFAULTS: Readonly<Record<string, Json>> = { protocol: 'TCP' };

/** Fields that tell elements of unkeyed lists apart where they are unique, best first. */
const NATURAL_KEYS = ['name', 'key', 'id', 'secretKey', 'type', 'host', 'path', 'mountPath', 'ip', 'kind'];

export interface ListContext {
  readonly field: string;
  readonly builtIn: boolean;
  readonly schema: SchemaNode | undefined;
}

/** undefined: nothing tells the elements apart; they are aligned by likeness. */
export function listKeysFor(
  { field, builtIn, schema }: ListContext,
  live: readonly Json[],
  desired: readonly Json[],
): ListKeys | undefined {
  const elements = [...live, ...desired];
  if (elements.length === 0 || !elements.every(isObject)) return undefined;
  if (schema?.listKeys && hasKeys(elements, schema.listKeys)) return { keys: schema.listKeys, merges: true };
  if (builtIn && Object.hasOwn(MERGE_KEYS, field)) {
    const keys = MERGE_KEYS[field]?.find((candidate) => hasKeys(elements, candidate));
    if (keys) return { keys, merges: true };
  }
  const natural = NATURAL_KEYS.find((key) => isUnique(live, [key]) && isUnique(desired, [key]));
  return natural === undefined ? undefined : { keys: [natural], merges: false };
}

export function keyOf(element: Json, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => (isObject(element) ? keyValue(element, key) : null)));
}

function keyValue(element: JsonObject, key: string): Json {
  return (Object.hasOwn(element, key) ? element[key] : KEY_DEFAULTS[key]) ?? null;
}

function hasKeys(elements: readonly JsonObject[], keys: readonly string[]): boolean {
  return elements.every((element) =>
    keys.every((key) => Object.hasOwn(element, key) || Object.hasOwn(KEY_DEFAULTS, key)),
  );
}

function isUnique(elements: readonly Json[], keys: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const element of elements) {
    if (!isObject(element) || !keys.every((key) => isScalar(element[key]))) return false;
    seen.add(keyOf(element, keys));
  }
  return seen.size === elements.length;
}

function isScalar(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
