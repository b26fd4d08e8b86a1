import { canonical, isJsonObject, type Json, type JsonObject } from './json.ts';
import { isAtOrBelow } from './pattern.ts';

/** Pseudo kind for everything below a pod template's spec; its patterns are relative to that spec. */
const POD_SPEC = 'PodSpec';
const POD = '/Pod';

type ValuesByPattern = Map<string, Map<string, Json>>;

export interface DefaultsTable {
  mountPodSpecs(kind: string, places: readonly string[]): void;
  addDefault(kind: string, pattern: string, value: Json): void;
  /** The value at `pattern` is the one at `source`, or is made from it. */
  addDependency(kind: string, pattern: string, source: string, relation: 'copyOf' | 'derivedFrom'): void;
  addAssigned(kind: string, pattern: string): void;
  render(): { mounts: JsonObject; assigned: JsonObject; defaults: JsonObject };
}

export function makeDefaultsTable(): DefaultsTable {
  const mounts = new Map<string, readonly string[]>();
  const defaults = new Map<string, ValuesByPattern>();
  const assigned = new Map<string, Set<string>>();

  /**
   * Admission completes a bare Pod further than a template (tolerations,
   * priority, token volume), so a Pod's paths stay its own until rendering.
   */
  function findMount(kind: string, pattern: string): string | undefined {
    return kind === POD ? undefined : mounts.get(kind)?.find((place) => pattern.startsWith(`${place}/`));
  }

  function add(kind: string, pattern: string, value: Json): void {
    const patterns = defaults.get(kind) ?? new Map<string, Map<string, Json>>();
    const values = patterns.get(pattern) ?? new Map<string, Json>();
    defaults.set(kind, patterns.set(pattern, values.set(canonical(value), value)));
  }

  function rowsFor(kind: string): (readonly [string, Json])[] {
    const taken = [...(assigned.get(kind) ?? [])];
    const rows = [...(defaults.get(kind) ?? [])].map(([pattern, values]) => [pattern, renderValues(values)] as const);
    return rows.filter(([pattern]) => !taken.some((place) => isAtOrBelow(pattern, place))).sort(byFirst);
  }

  function isSharedWithTemplates(pattern: string, value: Json): boolean {
    const shared = defaults.get(POD_SPEC)?.get(pattern.replace(/^\/spec/, ''));
    return (
      shared !== undefined && (shared.has(canonical(value)) || canonical(renderValues(shared)) === canonical(value))
    );
  }

  return {
    mountPodSpecs(kind, places) {
      if (places.length > 0) mounts.set(kind, places);
    },
    addDefault(kind, pattern, value) {
      const mount = findMount(kind, pattern);
      if (mount === undefined) add(kind, pattern, value);
      else add(POD_SPEC, pattern.slice(mount.length), value);
    },
    addDependency(kind, pattern, source, relation) {
      const mount = findMount(kind, pattern);
      if (mount !== undefined && source.startsWith(`${mount}/`)) {
        add(POD_SPEC, pattern.slice(mount.length), { [relation]: source.slice(mount.length) });
      } else {
        add(kind, pattern, { [relation]: source });
      }
    },
    addAssigned(kind, pattern) {
      assigned.set(kind, (assigned.get(kind) ?? new Set()).add(pattern));
    },
    render() {
      const kinds = [...defaults.keys()].sort();
      const rendered = kinds.map((kind) => {
        const rows = rowsFor(kind);
        const own =
          kind === POD ? rows.filter(([pattern, value]) => !isSharedWithTemplates(pattern, relative(value))) : rows;
        return [kind, Object.fromEntries(own)] as const;
      });
      return {
        mounts: Object.fromEntries([...mounts].sort(byFirst)),
        assigned: Object.fromEntries(
          [...assigned].sort(byFirst).map(([kind, patterns]) => [kind, [...patterns].sort()]),
        ),
        defaults: Object.fromEntries(rendered.filter(([, rows]) => Object.keys(rows).length > 0)),
      };
    },
  };
}

/** Several values seen at one path mean that it depends on other fields. */
function renderValues(values: ReadonlyMap<string, Json>): Json {
  const sorted = [...values].sort(byFirst).map(([, value]) => value);
  return sorted.length === 1 ? (sorted[0] ?? null) : { oneOf: sorted };
}

/** A Pod's own `/spec/...` source as a template's would be written. */
function relative(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const isSource = (key === 'copyOf' || key === 'derivedFrom') && typeof part === 'string';
      return [key, isSource ? part.replace(/^\/spec/, '') : part];
    }),
  );
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
