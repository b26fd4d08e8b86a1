import { type Masker, makeMasker } from '../../mask/mask.ts';
import { isEqual } from '../../model/equal.ts';
import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import type { ResourceRef } from '../../model/resource-ref.ts';

/** Plans are stored and shown: a patch that holds what looks like a secret is not planned. */
export function looksSecret(patch: JsonObject): boolean {
  return holdsMask(patch) || !isEqual(makeMasker().manifest(patch), patch);
}

export function isSecret({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>): boolean {
  return group === '' && kind === 'Secret';
}

const MASK = /‹masked \d+›|^\+{8,}$/;

/** It came from a masked observation: written to a cluster, the mask would be the value. */
function holdsMask(value: Json): boolean {
  if (typeof value === 'string') return MASK.test(value);
  if (Array.isArray(value)) return value.some(holdsMask);
  return isObject(value) && Object.values(value).some(holdsMask);
}

/** For what is only hashed: masks are numbered anew in each observation, so that masked objects have no digest to compare. */
export const noMask: Masker = { manifest: (manifest) => manifest, text: (text) => text };
