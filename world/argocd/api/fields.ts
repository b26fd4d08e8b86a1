import { at, isList, isObject, type Json, type JsonObject, type Manifest } from '../../../src/core/model/json.ts';
import { isOlderThan } from '../version.ts';

/* The `fields` query parameter (docs/facts.md#fields). */

interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly excludes: boolean;
}

function parse(fields: string): Selection {
  const excludes = fields.startsWith('-');
  return { excludes, paths: new Set((excludes ? fields.slice(1) : fields).split(',')) };
}

/** Arrays are transparent; a path is kept when it is asked for, or when a requested path starts with it as text. */
export function selected(value: Json, fields: string | undefined): Json {
  return fields ? select(value, '', parse(fields)) : value;
}

function select(value: Json, path: string, selection: Selection): Json {
  if (isList(value)) return value.map((item) => select(item, path, selection));
  if (!isObject(value)) return value;
  const { paths, excludes } = selection;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const place = path === '' ? key : `${path}.${key}`;
      const isNamed = paths.has(place);
      if (excludes) return isNamed ? [] : [[key, select(item, place, selection)]];
      if (isNamed) return [[key, item]];
      return [...paths].some((wanted) => wanted.startsWith(place)) ? [[key, select(item, place, selection)]] : [];
    }),
  );
}

/** A list of applications is cut by a fixed list of paths; whatever else is asked for is silently left out. */
const LISTED = [
  'metadata.name',
  'metadata.namespace',
  'metadata.annotations',
  'metadata.labels',
  'metadata.creationTimestamp',
  'metadata.deletionTimestamp',
  'spec',
  'status.sourceHydrator',
  'status.sync.status',
  'status.health',
  'status.summary',
  'status.operationState.startedAt',
  'status.operationState.finishedAt',
  'status.operationState.phase',
  'status.operationState.operation.sync',
  'status.resources',
  'operation.sync',
];

const LISTED_SINCE_3_5 = [
  'spec.destination',
  'spec.project',
  'spec.source',
  'spec.sources',
  'spec.sourceHydrator',
  'spec.syncPolicy',
  'status.sync.revision',
];

export function listedApp(app: Manifest, fields: string, version: string): JsonObject {
  const { paths, excludes } = parse(fields);
  const known = isOlderThan(version, [3, 5]) ? LISTED : [...LISTED, ...LISTED_SINCE_3_5];
  const wanted = known.filter((path) => paths.has(`items.${path}`) !== excludes);
  const result: Record<string, Json> = {};
  for (const path of wanted) {
    const keys = path.split('.');
    const value =
      path === 'status.operationState.operation.sync'
        ? at(app, 'status', 'operationState', 'syncResult')
        : at(app, ...keys);
    if (value !== undefined) place(result, keys, value);
  }
  return result;
}

function place(target: Record<string, Json>, [key = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner: Record<string, Json> = { ...(isObject(target[key]) ? target[key] : {}) };
  place(inner, rest, value);
  target[key] = inner;
}
