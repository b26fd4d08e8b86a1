import table from '../../../src/core/kubernetes/built-in-defaults.json' with { type: 'json' };
import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { formatPointer, parsePointer, resolve } from '../../../src/core/model/pointer.ts';
import { CHOICES, type Choice } from './default-choices.ts';

/**
 * `owned` defaults are filled in while a request is read, so that the writer owns them; `assigned` ones come from
 * admission and storage, later, and nobody owns them.
 */
export type DefaultsPart = 'owned' | 'assigned';

const ASSIGNED: ReadonlySet<string> = new Set([
  '/Namespace/spec',
  '/Namespace/spec/finalizers',
  '/PersistentVolume/metadata/finalizers',
  '/PersistentVolumeClaim/metadata/finalizers',
  '/Pod/spec/preemptionPolicy',
  '/Pod/spec/priority',
  '/Pod/spec/serviceAccount',
  '/Pod/spec/serviceAccountName',
  '/Service/spec/ipFamilies',
  '/Service/spec/ipFamilyPolicy',
]);

/** Filled in by code of their own, in the order the server does it. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '/Pod/spec/tolerations',
  'batch/Job/metadata/labels/batch.kubernetes.io~1job-name',
  'batch/Job/metadata/labels/job-name',
  'batch/Job/spec/template/metadata/labels/batch.kubernetes.io~1job-name',
  'batch/Job/spec/template/metadata/labels/job-name',
]);

/** Defaults of one kind as a tree of tokens; `*` stands for every element. */
interface Defaults {
  readonly below: Map<string, Defaults>;
  fill?: Fill;
}

type Fill = (parent: JsonObject, path: readonly string[], document: JsonObject) => Json | undefined;

const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = table.defaults;
const mounts: Readonly<Record<string, readonly string[]>> = table.mounts;
const byKind = new Map<string, Defaults>();

/** The document with everything filled in that the API server fills in for this built-in kind. */
export function fillDefaults(group: string, kind: string, document: JsonObject, part: DefaultsPart): JsonObject {
  const filled = fillNode(defaultsOf(`${group}/${kind}`, part), document, [], document);
  return isObject(filled) ? filled : document;
}

function defaultsOf(kind: string, part: DefaultsPart): Defaults {
  const known = byKind.get(`${part} ${kind}`);
  if (known) return known;
  const root: Defaults = { below: new Map() };
  addRows(root, kind, '', part);
  if (part === 'owned') for (const mount of mounts[kind] ?? []) addRows(root, 'PodSpec', mount, part);
  byKind.set(`${part} ${kind}`, root);
  return root;
}

function addRows(root: Defaults, source: string, mount: string, part: DefaultsPart): void {
  for (const [pattern, value] of Object.entries(rows[source] ?? {})) {
    const row = `${source}${pattern}`;
    if (LEFT_OUT.has(row) || ASSIGNED.has(row) !== (part === 'assigned')) continue;
    const tokens = [...parsePointer(mount), ...parsePointer(pattern)];
    const fill = fillOf(value as Json, mount, CHOICES.get(row));
    if (!fill || tokens.at(-1) === '*') continue;
    let node = root;
    for (const token of tokens) {
      const next: Defaults = node.below.get(token) ?? { below: new Map() };
      node.below.set(token, next);
      node = next;
    }
    node.fill = fill;
  }
}

/** Rows that name several values and have no choice are left alone; null rows are written by the types. */
function fillOf(value: Json, mount: string, choice: Choice | undefined): Fill | undefined {
  if (choice) return (parent, _, document) => choice(parent, document);
  if (value === null) return undefined;
  if (!isObject(value)) return () => value;
  const { oneOf, copyOf, derivedFrom } = value;
  if (isList(oneOf) || typeof derivedFrom === 'string') return undefined;
  if (typeof copyOf !== 'string') return () => value;
  const source = [...parsePointer(mount), ...parsePointer(copyOf)];
  return (_, path, document) => resolve(document, boundTo(source, path));
}

// `/spec/ports/*/port` seen from `/spec/ports/2` is `/spec/ports/2/port`.
function boundTo(source: readonly string[], path: readonly string[]): string {
  return formatPointer(source.map((token, index) => (token === '*' ? (path[index] ?? token) : token)));
}

function fillNode(defaults: Defaults, value: Json, path: readonly string[], document: JsonObject): Json {
  if (isList(value)) {
    const each = defaults.below.get('*');
    return each ? value.map((item, index) => fillNode(each, item, [...path, String(index)], document)) : value;
  }
  if (!isObject(value)) return value;
  const filled: Record<string, Json> = { ...value };
  for (const [token, inner] of defaults.below) {
    if (token === '*') continue;
    if (!Object.hasOwn(filled, token)) {
      const fallback = inner.fill?.(filled, path, document) ?? shell(inner, path, document);
      if (fallback !== undefined) filled[token] = fallback;
    }
    const current = filled[token];
    if (typeof current === 'object' && inner.below.size > 0) {
      filled[token] = fillNode(inner, current, [...path, token], document);
    }
  }
  return filled;
}

/** Metadata maps come into being for the keys the server adds; other parents must be stated. */
function shell(defaults: Defaults, path: readonly string[], document: JsonObject): Json | undefined {
  if (path.length !== 1 || path[0] !== 'metadata') return undefined;
  const made = [...defaults.below].flatMap(([key, { fill }]) => {
    const value = fill?.({}, path, document);
    return value === undefined ? [] : [[key, value] as const];
  });
  return made.length > 0 ? Object.fromEntries(made) : undefined;
}
