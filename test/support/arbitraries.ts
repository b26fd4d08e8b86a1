import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/core/model/json.ts';

/** Keys that hurt: pointer escapes, prototype names, dots and slashes as in annotations. */
const key = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'name',
      'spec',
      'image',
      'replicas',
      'env',
      'ports',
      'value',
      'labels',
      'annotations',
      'metadata',
      'data',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('a/b', 'c~d', 'e.f/g', '__proto__', 'constructor', 'toString', '', '0', '*'),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }) },
);

const scalar = fc.oneof(
  fc.constantFrom<Json[]>(null, true, false, 0, 1, '', '1', '500m', '0.5', '1h', '60m', 'TCP', '1Gi'),
  fc.integer({ min: -5, max: 5 }),
  fc.string({ maxLength: 5 }),
);

function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(key, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries) as JsonObject);
}

const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    objectOf(tie('tree')),
  ),
}));

export const json = tree;
export const jsonObject: fc.Arbitrary<JsonObject> = objectOf(tree);

/** Two documents that share most of their content, as Git and live do. */
export const relatedPair: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc.oneof(
  fc.tuple(jsonObject, jsonObject),
  fc.tuple(jsonObject, jsonObject).map(([base, extra]) => [base, { ...base, ...extra }] as const),
  fc
    .tuple(jsonObject, fc.array(fc.tuple(key, tree), { maxLength: 2 }))
    .map(([base, edits]) => [base, { ...base, ...Object.fromEntries(edits) }] as const),
);

/** Elements with a unique name, as merge-keyed lists have them. */
export const namedElements: fc.Arbitrary<readonly JsonObject[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
  .chain((names) => fc.tuple(...names.map((name) => objectOf(scalar).map((rest) => ({ ...rest, name }) as JsonObject))))
  .map((elements) => elements);
