import { isBuiltInDefault } from '../../../src/core/kubernetes/built-in-defaults.ts';
import { readManagedFields } from '../../../src/core/kubernetes/managed-fields.ts';
import { isSchemaDefault } from '../../../src/core/kubernetes/schema.ts';
import { defined } from '../../../src/core/model/defined.ts';
import { type Manifest, objectAt } from '../../../src/core/model/json.ts';
import { isWithin, type Pointer, parsePointer } from '../../../src/core/model/pointer.ts';
import { isBuiltIn } from '../../../src/core/model/resource-ref.ts';
import type { SchemaNode } from '../../../src/core/model/schema-node.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { annotationValues, COMPARE_OPTIONS, SYNC_OPTIONS, separated } from '../annotations.ts';
import type { AppSpec } from '../app-spec.ts';
import { goJson } from '../go-json.ts';
import { ignoresFor } from './ignore.ts';
import { lastApplied, wasStated } from './last-applied.ts';
import { mergedJson } from './merge-json.ts';
import { mergedTyped } from './merge-typed.ts';
import { normalized, withoutEmptyAnnotations } from './normalize.ts';

export const CONTROLLER = 'argocd-controller';

export type DiffStrategy = 'server-side' | 'structured-merge' | 'three-way' | 'two-way';

export interface CompareInput {
  readonly key: ObjectKey;
  readonly target: Manifest | null;
  readonly live: Manifest | null;
  readonly app: AppSpec;
  /** Of the live CRD; undefined for built-in kinds. */
  readonly schema: SchemaNode | undefined;
  /** Server-side apply of the target as a dry run. */
  dryRun(target: Manifest): Manifest;
}

export interface ResourceVerdict {
  readonly key: ObjectKey;
  readonly target: Manifest | null;
  readonly live: Manifest | null;
  readonly normalizedLive: Manifest | null;
  readonly predicted: Manifest | null;
  /** Argo CD compares bytes: documents with equal fields can differ. */
  readonly modified: boolean;
}

export function strategyOf({ app, target, live }: Pick<CompareInput, 'app' | 'target' | 'live'>): DiffStrategy {
  if (separated(app.annotations[COMPARE_OPTIONS]).includes('ServerSideDiff=true')) return 'server-side';
  if (isAppliedServerSide(app, target)) return 'structured-merge';
  return lastApplied(live) === undefined ? 'two-way' : 'three-way';
}

export function isAppliedServerSide(app: AppSpec, target: Manifest | null): boolean {
  const own = annotationValues(target ?? {}, SYNC_OPTIONS);
  if (own.includes('ServerSideApply=false')) return false;
  return [...app.syncOptions, ...own].includes('ServerSideApply=true');
}

export function compareResource(input: CompareInput): ResourceVerdict {
  const { key, target, live } = input;
  if (live === null) return { key, target, live, normalizedLive: null, predicted: target, modified: target !== null };
  const ignores = ignoresFor(input.app.ignoreDifferences, key);
  const normalizedLive = ignores.without(normalized(live, key));
  if (target === null) return { key, target, live, normalizedLive, predicted: null, modified: false };
  const wanted = ignores.without(ignores.withTrusted(normalized(target, key), normalizedLive));
  const predicted = predictedLive(input, withoutEmptyAnnotations(wanted), normalizedLive);
  const modified = goJson(predicted) !== goJson(normalizedLive) || isFlaggedForItsBytes(input);
  return { key, target, live, normalizedLive, predicted, modified };
}

function predictedLive(input: CompareInput, target: Manifest, live: Manifest): Manifest {
  const strategy = strategyOf(input);
  const { key, schema } = input;
  if (strategy === 'server-side') return serverSide(input, target, live);
  if (strategy === 'structured-merge') return structuredMerge(input, target, live);
  const original = strategy === 'three-way' ? lastApplied(live) : undefined;
  const base = original === undefined ? target : normalizedOriginal(input, original);
  if (!isBuiltIn(key)) return mergedJson(base, target, live);
  return mergedTyped(
    {
      key,
      live,
      schema,
      wasApplied: (path) => path !== '/metadata/namespace' && wasStated(key, base, live, path),
      isUnknownDefault: () => false,
    },
    target,
  );
}

function normalizedOriginal({ app, key }: CompareInput, original: Manifest): Manifest {
  return withoutEmptyAnnotations(ignoresFor(app.ignoreDifferences, key).without(normalized(original, key)));
}

/** The dry run's answer, with live's bookkeeping: versions and managedFields are no difference. */
function serverSide(input: CompareInput, target: Manifest, live: Manifest): Manifest {
  const { key, app } = input;
  const answer = ignoresFor(app.ignoreDifferences, key).without(normalized(input.dryRun(target), key));
  const { managedFields, resourceVersion, generation } = objectAt(live, 'metadata');
  return {
    ...answer,
    metadata: {
      ...objectAt(answer, 'metadata'),
      ...defined({ managedFields, resourceVersion, generation }),
    },
  };
}

/**
 * The schema that Argo CD merges with has no CRD defaults (argoproj/argo-cd#11139), and the workaround for fields that
 * the API server adds to a StatefulSet exists in the three-way diff only (#11143): both show as drift.
 */
function structuredMerge({ key, schema }: CompareInput, target: Manifest, live: Manifest): Manifest {
  const managed = readManagedFields(live);
  /** An apply takes away only what nobody else owns. */
  const isShared = (path: Pointer): boolean => managed.writersOf(path).some(({ manager }) => manager !== CONTROLLER);
  return mergedTyped(
    {
      key,
      live,
      schema,
      wasApplied: (path) =>
        managed.writersOf(path).some(({ manager, operation }) => manager === CONTROLLER && operation === 'Apply'),
      isUnknownDefault(path, value) {
        if (isWithin(path, '/metadata') || isShared(path)) return false;
        if (!isBuiltIn(key)) return isSchemaDefault(schema, parsePointer(path), value);
        return (
          key.kind === 'StatefulSet' && !isWithin(path, '/spec/template') && isBuiltInDefault(key, path, value, live)
        );
      },
    },
    target,
  );
}

/**
 * Stands in for what people report of Tekton's kinds under ServerSideApply: where a CRD leaves all of `spec` untyped, the
 * structured merge hands back other bytes for the same fields. Flagged for ever, no field differs, a server-side dry run
 * changes nothing.
 */
function isFlaggedForItsBytes(input: CompareInput): boolean {
  const isUntyped = input.schema?.properties?.get('spec')?.preservesUnknown === true;
  return isUntyped && strategyOf(input) === 'structured-merge';
}
