import { isDroppedByArgoCd } from '../../src/core/drift/argocd-zero-values.ts';
import { isList, isObject, isZero, type Json, type Manifest } from '../../src/core/model/json.ts';
import { child, type Pointer } from '../../src/core/model/pointer.ts';

/**
 * An Application as Argo CD writes it back after reading it into a Go struct, without explicit zero values
 * (docs/facts.md#dropped-zeros). It happens whenever an operation is requested, and makes the parent app drift where Git
 * states such a value.
 */
export function typedRewrite(app: Manifest, version: string): Manifest {
  return { ...app, spec: rewritten(app.spec ?? {}, '/spec', version) };
}

function rewritten(value: Json, path: Pointer, version: string): Json {
  if (isList(value)) return value.map((item, index) => rewritten(item, child(path, index), version));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const place = child(path, key);
      const kept = rewritten(item, place, version);
      const wasEmptied = isZero(kept) && !isZero(item);
      return isZero(kept) && !wasEmptied && isDroppedByArgoCd('Application', place, version)
        ? []
        : [[key, kept] as const];
    }),
  );
}
