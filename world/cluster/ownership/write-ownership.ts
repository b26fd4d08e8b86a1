import { at, isList, type Json, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { apiVersionOf, type KindDefinition } from '../objects/kind-definition.ts';
import type { ApplyOptions, WriteOptions } from '../types.ts';
import { compare, fieldsOf } from './compare.ts';
import { ApplyConflict } from './conflict.ts';
import { apply, managersAfterUpdate, type Write } from './field-manager.ts';
import { difference, EMPTY, type FieldSet, isEmptySet, setOf, union } from './field-set.ts';
import { formatManagers, isReset, type Manager, parseManagers } from './managers.ts';

export interface OwnedWrite {
  readonly kind: KindDefinition;
  readonly before: Manifest;
  readonly after: Manifest;
  /** Of the stored object. */
  readonly managedFields: readonly Json[];
  /** What the request says about managedFields, if anything: it may rewrite them. */
  readonly given?: Json | undefined;
  readonly options: WriteOptions;
  readonly time: string;
}

const STATUS = setOf(['f:status']);
const REPLICAS = setOf(['f:spec', 'f:replicas']);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** metadata.managedFields after a create or an update; undefined when nobody owns anything. */
export function ownersAfter({
  kind,
  before,
  after,
  managedFields,
  given,
  options,
  time,
}: OwnedWrite): Json | undefined {
  const isCreate = stringAt(before, 'metadata', 'uid') === undefined;
  const managers = managersBefore(managedFields, given);
  // the server stops keeping track of an object whose managedFields were emptied, until it is applied
  if (managers.length === 0 && !isCreate) return undefined;
  const write = writeFor(kind, bare(before), managers, 'Update', options, time);
  const owners = managersAfterUpdate(write, bare(after));
  return formatted(options.subresource === 'scale' ? scaleOwners(owners, after) : owners);
}

/**
 * The scale subresource has an object of its own, which keeps no times and leaves out zero: whoever scales to zero owns
 * nothing, and nobody else owns the replicas either.
 */
function scaleOwners(owners: readonly Manager[], after: Manifest): readonly Manager[] {
  const isZero = at(after, 'spec', 'replicas') === 0;
  return owners.map((manager) => ({
    ...manager,
    fields: isZero ? difference(manager.fields, REPLICAS) : manager.fields,
    time: manager.subresource === 'scale' ? undefined : manager.time,
  }));
}

function managersBefore(stored: readonly Json[], given: Json | undefined): readonly Manager[] {
  if (isReset(given)) return [];
  const stated = isList(given) && given.length > 0 ? parseManagers(given) : undefined;
  return stated ?? parseManagers(stored) ?? [];
}

export interface AppliedWrite {
  readonly kind: KindDefinition;
  readonly before: Manifest;
  readonly config: Manifest;
  readonly options: ApplyOptions;
  readonly time: string;
}

export interface AppliedResult {
  readonly object: Manifest;
  readonly managedFields: Json | undefined;
}

/** The object and its managedFields after a server-side apply. Throws ApplyConflict. */
export function appliedObject({ kind, before, config, options, time }: AppliedWrite): AppliedResult {
  const tracked = parseManagers(listAt(before, 'metadata', 'managedFields')) ?? [];
  const isUntracked = tracked.length === 0 && stringAt(before, 'metadata', 'uid') !== undefined;
  const managers = isUntracked ? firstManagers(kind, before, time) : tracked;
  const write = writeFor(kind, bare(before), managers, 'Apply', options, time);
  const applied = applyOrUpgrade(write, config, options);
  return { object: syncedLastApplied(applied.object, config, options), managedFields: formatted(applied.managers) };
}

/** Whoever wrote an object that was not tracked owns all of it, under this name. */
function firstManagers(kind: KindDefinition, before: Manifest, time: string): readonly Manager[] {
  const write = writeFor(kind, {}, [], 'Update', { manager: 'before-first-apply' }, time);
  return managersAfterUpdate(write, bare(before));
}

/** kubectl may take over what it applied client-side without being told to force. */
function applyOrUpgrade(
  write: Write,
  config: Manifest,
  { manager, force = false }: ApplyOptions,
): ReturnType<typeof apply> {
  try {
    return apply(write, config, force);
  } catch (error) {
    const text = stringAt(write.live, 'metadata', 'annotations', LAST_APPLIED);
    if (!(error instanceof ApplyConflict) || manager !== 'kubectl' || !text) throw error;
    const lastApplied = JSON.parse(text) as Manifest;
    const { added, modified, removed } = compare(write.type, lastApplied, write.live);
    const allowed = difference(fieldsOf(write.type, lastApplied), union(union(added, modified), removed));
    const remaining = error.conflicts
      .map((conflict) => ({ ...conflict, fields: difference(conflict.fields, allowed) }))
      .filter(({ fields }) => !isEmptySet(fields));
    if (remaining.length > 0) throw new ApplyConflict(remaining);
    return apply(write, config, true);
  }
}

function syncedLastApplied(object: Manifest, config: Manifest, { manager }: ApplyOptions): Manifest {
  if (manager !== 'kubectl' || !stringAt(object, 'metadata', 'annotations', LAST_APPLIED)) return object;
  const metadata = objectAt(object, 'metadata');
  const text = `${JSON.stringify(config)}\n`;
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...objectAt(metadata, 'annotations'), [LAST_APPLIED]: text } },
  };
}

function writeFor(
  kind: KindDefinition,
  live: Manifest,
  managers: readonly Manager[],
  operation: 'Apply' | 'Update',
  { manager, subresource = '' }: WriteOptions,
  time: string,
): Write {
  return {
    type: kind.type,
    live,
    managers,
    writer: { name: manager, operation, apiVersion: apiVersionOf(kind), subresource },
    time,
    reset: resetFor(kind, subresource),
  };
}

function resetFor(kind: KindDefinition, subresource: string): FieldSet {
  return kind.hasStatus && subresource !== 'status' ? STATUS : EMPTY;
}

function bare(object: Manifest): Manifest {
  const { managedFields: _, ...metadata } = objectAt(object, 'metadata');
  return at(object, 'metadata') === undefined ? object : { ...object, metadata };
}

function formatted(managers: readonly Manager[]): Json | undefined {
  const entries = formatManagers(managers);
  return entries.length > 0 ? entries : undefined;
}
