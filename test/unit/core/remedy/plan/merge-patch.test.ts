import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { inverseOf, isPatched, patchBetween } from '../../../../../src/core/remedy/plan/merge-patch.ts';

describe('merge patches', () => {
  const json = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(
      fc.integer({ min: 0, max: 2 }),
      fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('x', 'y'), fc.integer({ min: 0, max: 2 }), { minKeys: 1 }),
    ),
  ) as fc.Arbitrary<JsonObject>;

  it('between two documents hold on the second, and their inverse on the first', () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        const patch = patchBetween(from, to);
        if (patch === undefined) {
          expect(from).toEqual(to);
          return;
        }
        expect(isPatched(to, patch)).toBe(true);
        expect(isPatched(from, patch)).toBe(false);
        expect(isPatched(from, inverseOf(from, patch))).toBe(true);
      }),
    );
  });

  it('that ask for an empty object are not met by its absence', () => {
    expect(isPatched({}, { automated: {} })).toBe(false);
    expect(isPatched({ automated: { prune: true } }, { automated: {} })).toBe(true);
    expect(isPatched({}, { annotations: { a: null } })).toBe(true);
  });
});
