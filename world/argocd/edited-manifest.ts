import { edited } from '../../src/core/model/edit.ts';
import { isObject, type Json, type Manifest } from '../../src/core/model/json.ts';
import type { Pointer } from '../../src/core/model/pointer.ts';

export interface Edit {
  readonly pointer: Pointer;
  /** undefined removes what is there. */
  readonly value: Json | undefined;
}

/** The manifest after all edits, in order. A removal shifts the list elements behind it, so the last ones go first. */
export function editedManifest(manifest: Manifest, edits: readonly Edit[]): Manifest {
  const result = edits.reduce<Json>((document, { pointer, value }) => edited(document, pointer, value), manifest);
  return isObject(result) ? result : {};
}
