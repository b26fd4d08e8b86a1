import { type Difference, diff } from '../diff/diff.ts';
import { resolveAlong } from '../diff/parallel.ts';
import { foreignWriter, isArgoCd, isHuman } from '../diff/writers.ts';
import type { ResourceObservation } from '../facts/observation.ts';
import { hasBuiltInDefault, isBuiltInDefault, isWholeElement } from '../kubernetes/built-in-defaults.ts';
import { type ManagedFields, readManagedFields } from '../kubernetes/managed-fields.ts';
import { isFreeMap, LAST_APPLIED } from '../kubernetes/object-metadata.ts';
import { isSchemaDefault } from '../kubernetes/schema.ts';
import type { Change } from '../model/change.ts';
import { defined } from '../model/defined.ts';
import { at, isZero, type Json, type Manifest, objectAt, stringAt } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import { isWithin, lastToken, type Pointer, parentOf, parsePointer } from '../model/pointer.ts';
import { isBuiltIn, type ResourceRef } from '../model/resource-ref.ts';
import { type IsIgnored, ignoredBy } from './ignore-rules.ts';
import { isServerSet, isStatus } from './server-set.ts';
import { hasOption, type Strategy, strategyFor } from './strategy.ts';

/** Why Argo CD does not report a difference between the raw objects. */
export type Suppression =
  | 'ignored'
  | 'status'
  | 'server-set'
  | 'same-meaning'
  | 'zero-value'
  | 'default'
  | 'undeclared';

export interface Comparison {
  readonly strategy: Strategy;
  /** What Argo CD reports, and what a person wrote whether or not Argo CD reports it. */
  readonly changes: readonly Change[];
  readonly suppressed: readonly (Change & { readonly because: Suppression })[];
  /** Of the changes, those that the app's ignore rules hide from Argo CD and a person wrote: no rule was made for that. */
  readonly hiddenEdits: readonly Pointer[];
  /**
   * Nothing that Argo CD should report differs and yet it says OutOfSync: these changes were taken from `suppressed`
   * as the likeliest explanation.
   */
  readonly promoted: boolean;
  readonly managed: ManagedFields;
  /** What the last client-side apply sent; absent after a server-side one. */
  readonly lastApplied?: Json;
}

export interface CompareInput {
  readonly app: AppState;
  readonly resource: ResourceObservation;
}

/** One comparison for both inputs: Argo CD's verdict where it was fetched, else its normalisation of target and live. */
export function compare({ app, resource }: CompareInput): Comparison {
  const managed = readManagedFields(resource.live);
  const strategy = strategyFor(app, resource);
  const isIgnored = ignoredBy(app.ignoreDifferences, resource.ref, managed, resource.jqIgnored);
  const attributed = (difference: Difference): Change => withWriters(difference, managed);
  const lastApplied = lastAppliedOf(resource.live);
  const judge = makeJudge({ resource, strategy, managed, isIgnored, lastApplied });

  const reported: Change[] = [];
  const suppressed: (Change & { because: Suppression })[] = [];
  for (const difference of rawDifferences(resource)) {
    const because = judge(difference);
    if (because === undefined) reported.push(attributed(difference));
    else suppressed.push({ ...attributed(difference), because });
  }

  const edits = suppressed.filter((change) => isHiddenEdit(change, managed)).map(({ because: _, ...change }) => change);
  const hiddenEdits = edits.map(({ path }) => path);
  const known = { strategy, managed, hiddenEdits, ...defined({ lastApplied }) };
  if (resource.verdict) {
    const { normalizedLive, predicted } = resource.verdict;
    const changes = differencesOf(resource, normalizedLive, predicted, { ordered: true })
      .filter((difference) => !isIgnored(difference))
      .map(attributed);
    const seen = new Set(changes.map(({ path }) => path));
    const ghosts = reported.filter((change) => isGhost(change) && !seen.has(change.path));
    return { ...known, changes: [...changes, ...ghosts, ...edits], suppressed, promoted: false };
  }
  if (reported.length > 0 || !isFlagged(app, resource) || isShownEmpty(resource)) {
    return { ...known, changes: [...reported, ...edits], suppressed, promoted: false };
  }
  const promoted = promote(suppressed, resource.facts.shownDiff);
  const kept = new Set(promoted.map(({ path }) => path));
  return {
    ...known,
    changes: [...promoted, ...edits],
    suppressed: suppressed.filter(({ path }) => !kept.has(path)),
    promoted: promoted.length > 0,
  };
}

function rawDifferences(resource: ResourceObservation): readonly Difference[] {
  return differencesOf(resource, resource.live, resource.target);
}

/** Labels and annotations are told apart entry by entry, also where one side has no such map at all. */
function differencesOf(
  resource: ResourceObservation,
  live: Manifest | null,
  desired: Manifest | null,
  { ordered = false } = {},
): readonly Difference[] {
  const options = { ordered, builtIn: isBuiltIn(resource.ref), schema: resource.facts.schema ?? undefined };
  if (live === null || desired === null) return diff(live, desired, options);
  return diff(withMetadataMaps(live, desired), withMetadataMaps(desired, live), options);
}

function withMetadataMaps(manifest: Manifest, other: Manifest): Manifest {
  const missing = ['labels', 'annotations'].filter(
    (field) =>
      at(manifest, 'metadata', field) === undefined && Object.keys(objectAt(other, 'metadata', field)).length > 0,
  );
  if (missing.length === 0) return manifest;
  return {
    ...manifest,
    metadata: { ...objectAt(manifest, 'metadata'), ...Object.fromEntries(missing.map((field) => [field, {}])) },
  };
}

function withWriters({ inList: _, ...difference }: Difference, managed: ManagedFields): Change {
  return { ...difference, writers: difference.live === undefined ? [] : managed.writersOf(difference.path) };
}

/** Live-only and written by a person: Argo CD's client-side diff is blind to it, we are not. */
function isGhost(change: Change): boolean {
  const writer = foreignWriter(change);
  return change.desired === undefined && writer !== undefined && isHuman(writer.manager);
}

/** An ignore rule is made for a controller's writes; a person's under it would be seen by nobody. */
function isHiddenEdit(change: Change & { readonly because: Suppression }, managed: ManagedFields): boolean {
  const writer = foreignWriter(change);
  if (change.because !== 'ignored' || change.path === '' || change.sameMeaning !== undefined) return false;
  return writer !== undefined && isHuman(writer.manager) && !isCreator(managed, writer.manager);
}

/** Argo CD's own diff view is empty: what it hides is not what it flags. */
function isShownEmpty({ facts }: ResourceObservation): boolean {
  return facts.shownDiff === '';
}

function isFlagged(app: AppState, resource: ResourceObservation): boolean {
  if (resource.status !== undefined) return resource.status === 'OutOfSync';
  return app.sync.status === 'OutOfSync' && !resource.hook;
}

interface JudgeInput {
  readonly resource: ResourceObservation;
  readonly strategy: Strategy;
  readonly managed: ManagedFields;
  readonly isIgnored: IsIgnored;
  readonly lastApplied: Json | undefined;
}

/** Says of a raw difference why Argo CD would not report it; undefined = it reports it. */
function makeJudge({
  resource,
  strategy,
  managed,
  isIgnored,
  lastApplied,
}: JudgeInput): (d: Difference) => Suppression | undefined {
  const builtIn = isBuiltIn(resource.ref);
  const serverSide = strategy === 'structured-merge' || strategy === 'server-side';

  return (difference) => {
    if (difference.path === '') return isKeptOnPurpose(resource) ? 'ignored' : undefined;
    if (isIgnored(difference)) return 'ignored';
    if (isStatus(difference.path)) return 'status';
    if (isServerSet(difference)) return 'server-set';
    if (difference.desired === undefined) return judgeOnlyInLive(difference);
    if (isEmptyAnnotations(difference)) return 'zero-value';
    if (builtIn && isRemarshalled(difference)) return difference.sameMeaning ? 'same-meaning' : 'zero-value';
    if (isZero(difference.desired) && isDefault(difference)) return 'default';
    return undefined;
  };

  function judgeOnlyInLive(difference: Difference): Suppression | undefined {
    const writer = foreignWriter({ writers: managed.writersOf(difference.path) });
    if (writer && isHuman(writer.manager) && !isCreator(managed, writer.manager)) {
      return isTypeDefault(difference) && isOldest(managed, writer.manager) ? 'default' : undefined;
    }
    if (wasDeclared(difference)) return undefined;
    if (!writer && isTypeDefault(difference)) return 'default';
    if (difference.inList === 'atomic' && !(builtIn && isDefault(difference))) return undefined;
    if (serverSide && !writer && !isWithin(difference.path, '/metadata')) return undefined;
    if (writer) return 'undeclared';
    return isDefault(difference) ? 'default' : 'undeclared';
  }

  function wasDeclared({ path }: Difference): boolean {
    if (lastApplied === undefined || resource.live === null) return false;
    return resolveAlong(lastApplied, resource.live, parsePointer(path)) !== undefined;
  }

  /** In the table of built-in defaults: Argo CD defaults both sides of such kinds before it compares. */
  function isTypeDefault({ path, live }: Difference): boolean {
    return live !== undefined && isBuiltInDefault(resource.ref, path, live, resource.live ?? {});
  }

  /** A live-only scalar that nobody but Argo CD or nobody at all owns is a default of a newer API than the table's. */
  function isDefault(difference: Difference): boolean {
    const { path, live } = difference;
    if (live === undefined || foreignWriter({ writers: managed.writersOf(path) })) return false;
    if (isTypeDefault(difference)) return true;
    if (builtIn) return isNewerDefault(resource.ref, difference, managed);
    return isSchemaDefault(resource.facts.schema ?? undefined, parsePointer(path), live);
  }
}

/** Nobody but Argo CD's client-side apply owns it, and the table knows no default there: one of a newer API. */
export function isNewerDefault(
  ref: ResourceRef,
  { path, live }: Pick<Difference, 'path' | 'live'>,
  managed: ManagedFields,
): boolean {
  if (!managed.observed || isWholeElement(path) || hasBuiltInDefault(ref, path)) return false;
  if (live === undefined || (typeof live === 'object' && !isZero(live))) return false;
  return managed.writersOf(path).every(({ operation }) => operation === 'Update');
}

/** Not in Git, and annotated to stay so: Argo CD leaves it out of the app's sync status. */
function isKeptOnPurpose({ target, live }: ResourceObservation): boolean {
  const options = stringAt(live ?? {}, 'metadata', 'annotations', 'argocd.argoproj.io/compare-options');
  return target === null && hasOption(options, 'IgnoreExtraneous');
}

/** Argo CD ignores an empty `metadata.annotations`; an empty `labels` it reports. */
function isEmptyAnnotations({ path, desired, live }: Difference): boolean {
  return (
    path === '/metadata/annotations' &&
    (desired === undefined || isZero(desired)) &&
    (live === undefined || isZero(live))
  );
}

/** A person who made the whole object is its creator, not the editor of one of its fields. */
function isCreator(managed: ManagedFields, manager: string): boolean {
  return !managed.writers.some((writer) => isArgoCd(writer.manager)) && isOldest(managed, manager);
}

/** Whoever made the object owns the defaults it got then. */
function isOldest(managed: ManagedFields, manager: string): boolean {
  return managed.writers.at(-1)?.manager === manager;
}

/** Argo CD re-marshals built-in kinds through Go structs: quantities become canonical, zero values vanish. */
function isRemarshalled({ path, desired, live, sameMeaning }: Difference): boolean {
  if (sameMeaning === 'quantity' || sameMeaning === 'empty') return true;
  if (isFreeMap(lastToken(parentOf(path)))) return false;
  return live === undefined && desired !== undefined && isZero(desired) && sameMeaning === undefined;
}

function lastAppliedOf(live: Manifest | null): Json | undefined {
  const text = stringAt(live ?? {}, 'metadata', 'annotations', LAST_APPLIED);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Likeliest first: what another writer did, then spellings, then defaults. Server-set and ignored fields never count. */
const PROMOTION: readonly ((change: Change & { because: Suppression }) => boolean)[] = [
  ({ because }) => because === 'same-meaning' || because === 'zero-value',
  (change) => change.because === 'undeclared' && foreignWriter(change) !== undefined && !isMetadataEntry(change),
  (change) => change.because === 'undeclared' && /\/caBundle$/.test(change.path),
  (change) => change.because === 'undeclared' && !isMetadataEntry(change),
  ({ because }) => because === 'undeclared',
  ({ because }) => because === 'default',
];

/** Where an ignore rule hides a difference, that is the one; a default beside it explains nothing. */
function promote(
  suppressed: readonly (Change & { because: Suppression })[],
  shownDiff: string | undefined,
): readonly Change[] {
  const stages = suppressed.some(({ because }) => because === 'ignored') ? PROMOTION.slice(0, -1) : PROMOTION;
  const shown = suppressed.filter(({ path, because }) => !NEVER_PROMOTED.has(because) && isShown(path, shownDiff));
  const candidates = shown.length > 0 ? shown : suppressed;
  for (const stage of stages) {
    const chosen = candidates.filter(stage);
    if (chosen.length > 0) return chosen.map(({ because: _, ...change }) => change);
  }
  return [];
}

const NEVER_PROMOTED: ReadonlySet<Suppression> = new Set(['ignored', 'status', 'server-set']);

/** Argo CD's own diff view names the field. */
function isShown(path: string, shownDiff: string | undefined): boolean {
  const field = lastToken(path);
  return shownDiff !== undefined && field.length > 2 && shownDiff.includes(`${field}:`);
}

function isMetadataEntry({ path }: Change): boolean {
  return isWithin(path, '/metadata');
}
