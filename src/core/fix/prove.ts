import { type Comparison, compare } from '../compare/compare.ts';
import type { ResourceObservation } from '../facts/observation.ts';
import { withDefaults } from '../kubernetes/schema.ts';
import type { Change } from '../model/change.ts';
import { defined } from '../model/defined.ts';
import { edited, fromTheBack } from '../model/edit.ts';
import type { Fix, FixDraft } from '../model/fix.ts';
import { isObject, type Json, type JsonObject, type Manifest } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import { isWithin } from '../model/pointer.ts';

interface Situation {
  readonly app: AppState;
  readonly resource: ResourceObservation;
}

/**
 * Applies the fix to the same observation and compares again. null: what the fix does cannot be seen in this
 * observation (a source, a log, a render that must be repeated).
 */
export function prove(
  draft: FixDraft,
  changes: readonly Change[],
  situation: Situation,
  before: Comparison,
): Fix['closes'] {
  if (changes.length === 0) return null;
  const touched = changes.filter(({ path }) =>
    draft.paths.some((fixed) => isWithin(path, fixed) || isWithin(fixed, path)),
  );
  const after = fixed(draft, touched, situation);
  if (!after) return null;
  const still = remaining(after, before.promoted);
  const closed = changes.filter(({ path }) => !still.some((other) => other === path || isWithin(other, path)));
  return { closed: closed.length, of: changes.length };
}

function remaining({ app, resource }: Situation, promoted: boolean): readonly string[] {
  const { changes, suppressed } = compare({ app, resource: { ...resource, status: 'Synced' } });
  const hidden = new Set(['ignored', 'server-set', 'status']);
  const silent = promoted ? suppressed.filter(({ because }) => !hidden.has(because)) : [];
  return [...changes, ...silent].map(({ path }) => path);
}

function fixed(draft: FixDraft, changes: readonly Change[], { app, resource }: Situation): Situation | undefined {
  switch (draft.kind) {
    case 'pin-in-git':
      return { app, resource: inGit(resource, changes, ({ live }) => live) };
    case 'fix-manifest':
      return changes.length > 0 &&
        changes.every(({ sameMeaning, path }) => sameMeaning !== undefined || path === '/apiVersion')
        ? { app, resource: inGit(resource, changes, ({ live }) => live) }
        : undefined;
    case 'drop-from-git':
      return { app, resource: droppedFromGit(resource, draft, changes) };
    case 'ignore-narrow':
      return ignored(draft, changes, { app, resource });
    case 'server-side-diff':
      return withServerDefaults({ app, resource });
    case 'revert-live':
    case 'sync':
      return { app, resource: inCluster(resource, changes) };
    case 'adopt':
      return { app, resource: adopted(resource, draft) };
    case 'delete':
      return resource.target === null
        ? { app, resource: { ...resource, live: null, ...emptyVerdict(resource) } }
        : undefined;
    default:
      return undefined;
  }
}

function emptyVerdict({ verdict }: ResourceObservation): Pick<ResourceObservation, 'verdict'> {
  return verdict ? { verdict: { normalizedLive: null, predicted: null } } : {};
}

type ValueFor = (change: Change) => Json | undefined;

function inGit(resource: ResourceObservation, changes: readonly Change[], valueFor: ValueFor): ResourceObservation {
  const values = new Map(changes.map((change) => [change.desiredPath, valueFor(change)]));
  const { verdict } = resource;
  const removals = fromTheBack([...values].filter(([, value]) => value === undefined).map(([path]) => path));
  const edit = (manifest: Manifest | null): Manifest | null => {
    let result: Json | null = manifest;
    for (const [path, value] of values)
      if (value !== undefined && result !== null) result = edited(result, path, value);
    for (const path of removals) if (result !== null) result = edited(result, path, undefined);
    return isObject(result ?? undefined) ? (result as JsonObject) : null;
  };
  return {
    ...resource,
    target: edit(resource.target),
    ...defined({ verdict: verdict && { ...verdict, predicted: edit(verdict.predicted) } }),
  };
}

/** A key that Git no longer states is live's alone. Dropping the whole object takes it out of this application. */
function droppedFromGit(
  resource: ResourceObservation,
  draft: FixDraft,
  changes: readonly Change[],
): ResourceObservation {
  if (draft.paths.includes('')) return { ...resource, target: null, live: null, ...emptyVerdict(resource) };
  const parents = new Set(draft.paths);
  const dropped = changes.map((change) => ({
    ...change,
    desiredPath: [...parents].find((path) => isWithin(change.desiredPath, path)) ?? change.desiredPath,
  }));
  if (resource.verdict) return inGit(resource, changes, ({ live }) => live);
  return inGit(resource, dropped, () => undefined);
}

/** jq expressions are evaluated outside the core; what they select here is by construction these paths. */
function ignored(draft: FixDraft, changes: readonly Change[], { app, resource }: Situation): Situation {
  if (draft.paths.includes(''))
    return { app, resource: { ...resource, target: null, live: null, ...emptyVerdict(resource) } };
  const paths = [...draft.paths, ...changes.map(({ path }) => path)];
  return { app, resource: { ...resource, jqIgnored: [...(resource.jqIgnored ?? []), ...paths] } };
}

/** What the API server would answer to the target: its own defaults filled in. Without a schema nobody can tell. */
function withServerDefaults({ app, resource }: Situation): Situation | undefined {
  if (!resource.facts.schema || resource.target === null || resource.verdict) return undefined;
  const target = withDefaults(resource.facts.schema, resource.target);
  return isObject(target) ? { app, resource: { ...resource, target } } : undefined;
}

function inCluster(resource: ResourceObservation, changes: readonly Change[]): ResourceObservation {
  const { verdict } = resource;
  const whole = changes.find(({ path }) => path === '');
  if (whole) {
    return {
      ...resource,
      live: resource.target,
      ...defined({ verdict: verdict && { normalizedLive: verdict.predicted, predicted: verdict.predicted } }),
    };
  }
  const edit = (manifest: Manifest | null): Manifest | null => {
    let result: Json | null = manifest;
    for (const { path, desired } of changes)
      if (desired !== undefined && result !== null) result = edited(result, path, desired);
    const removals = fromTheBack(changes.filter(({ desired }) => desired === undefined).map(({ path }) => path));
    for (const path of removals) if (result !== null) result = edited(result, path, undefined);
    return isObject(result ?? undefined) ? (result as JsonObject) : null;
  };
  return {
    ...resource,
    live: edit(resource.live),
    ...defined({ verdict: verdict && { ...verdict, normalizedLive: edit(verdict.normalizedLive) } }),
  };
}

function adopted(resource: ResourceObservation, { metadata }: FixDraft): ResourceObservation {
  const { verdict } = resource;
  const write = (manifest: Manifest | null): Manifest | null => {
    let result: Json | null = manifest;
    for (const [field, entries] of Object.entries(metadata ?? {})) {
      for (const [key, value] of Object.entries(entries ?? {})) {
        if (result !== null)
          result = edited(result, `/metadata/${field}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value);
      }
    }
    return isObject(result ?? undefined) ? (result as JsonObject) : null;
  };
  return {
    ...resource,
    live: write(resource.live),
    ...defined({ verdict: verdict && { ...verdict, normalizedLive: write(verdict.normalizedLive) } }),
  };
}
