import { RejectedError } from '../../core/model/errors.ts';
import { isObject, type Json, type JsonObject, type Manifest, objectAt, stringAt } from '../../core/model/json.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import { groupOf } from '../../core/model/resource-ref.ts';
import type { ClusterWriter, Guard, WriteOptions } from '../../ports/cluster.ts';
import type { Api } from './api.ts';
import type { Objects } from './objects.ts';
import { RawObject } from './schema.ts';

const FIELD_MANAGER = 'plumbline';

/** Nothing here is sent twice once it may have arrived, dry runs excepted: they change nothing. */
export function makeWriter(api: Api, objects: Objects): ClusterWriter {
  return {
    async patch(ref, version, patch, guard, options) {
      return await api.json(
        {
          method: 'PATCH',
          path: await objects.locate(ref, version, options),
          query: { fieldManager: FIELD_MANAGER, ...dryRunOf(options) },
          body: guarded(patch, guard),
          contentType: 'application/merge-patch+json',
          isRepeatable: options?.dryRun === true,
        },
        RawObject,
        options,
      );
    },

    async create(manifest, options) {
      const { ref, version } = identify(manifest);
      const item = await objects.locate(ref, version, options);
      return await api.json(
        {
          method: 'POST',
          path: item.slice(0, item.lastIndexOf('/')),
          query: { fieldManager: FIELD_MANAGER, ...dryRunOf(options) },
          body: manifest,
          isRepeatable: options?.dryRun === true,
        },
        RawObject,
        options,
      );
    },

    async delete(ref: ResourceRef, version: string, { uid, resourceVersion }: Guard, options?: WriteOptions) {
      await api.text(
        {
          method: 'DELETE',
          path: await objects.locate(ref, version, options),
          query: dryRunOf(options),
          body: {
            apiVersion: 'v1',
            kind: 'DeleteOptions',
            preconditions: { uid, resourceVersion },
            propagationPolicy: 'Background',
            // a DELETE with a body is read from there alone: with the query only, the object would be gone
            ...(options?.dryRun === true ? { dryRun: ['All'] } : {}),
          },
          isRepeatable: options?.dryRun === true,
        },
        options,
      );
    },
  };
}

function dryRunOf(options: WriteOptions | undefined): { readonly dryRun?: 'All' } {
  return options?.dryRun === true ? { dryRun: 'All' } : {};
}

/** The API server compares both with the stored object and answers 409 when one differs. */
function guarded(patch: Json, { uid, resourceVersion }: Guard): JsonObject {
  if (!isObject(patch))
    throw new RejectedError(
      'kubernetes.invalid-patch',
      'a merge patch has to be an object',
      'give the fields to change, nested as in the object',
    );
  return { ...patch, metadata: { ...objectAt(patch, 'metadata'), uid, resourceVersion } };
}

function identify(manifest: Manifest): { readonly ref: ResourceRef; readonly version: string } {
  const apiVersion = stringAt(manifest, 'apiVersion') ?? '';
  const kind = stringAt(manifest, 'kind') ?? '';
  const name = stringAt(manifest, 'metadata', 'name') ?? '';
  if (apiVersion === '' || kind === '' || name === '')
    throw new RejectedError(
      'kubernetes.incomplete',
      'the manifest lacks apiVersion, kind or metadata.name',
      'state all three in the manifest',
    );
  return {
    ref: { group: groupOf(apiVersion), kind, namespace: stringAt(manifest, 'metadata', 'namespace') ?? '', name },
    version: apiVersion.slice(apiVersion.indexOf('/') + 1),
  };
}
