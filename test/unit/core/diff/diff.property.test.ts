import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDifferences } from '../../../../src/core/diff/apply.ts';
import { diff } from '../../../../src/core/diff/diff.ts';
import { isEqual } from '../../../../src/core/model/equal.ts';
import { isList, isObject, type Json } from '../../../../src/core/model/json.ts';
import { resolve } from '../../../../src/core/model/pointer.ts';
import { jsonObject, namedElements, relatedPair } from '../../../support/arbitraries.ts';

function reversedKeys(value: Json): Json {
  if (isList(value)) return value.map(reversedKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversedKeys(inner)]),
  );
}

describe('diff, for any documents', () => {
  it('is empty for a document and itself', () => {
    fc.assert(
      fc.property(jsonObject, (document) => {
        expect(diff(document, structuredClone(document) as typeof document)).toEqual([]);
      }),
    );
  });

  it('never sees key order', () => {
    fc.assert(
      fc.property(jsonObject, (document) => {
        expect(diff(document, reversedKeys(document))).toEqual([]);
      }),
    );
  });

  it('gives the other side when it is applied', () => {
    fc.assert(
      fc.property(relatedPair, ([live, desired]) => {
        const applied = applyDifferences(live, diff(live, desired));
        expect(isEqual(applied, desired), JSON.stringify({ live, desired, applied })).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('names a place that exists on the side that has it', () => {
    fc.assert(
      fc.property(relatedPair, ([live, desired]) => {
        for (const change of diff(live, desired)) {
          if (change.live !== undefined) expect(isEqual(resolve(live, change.path), change.live)).toBe(true);
          if (change.desired !== undefined)
            expect(isEqual(resolve(desired, change.desiredPath), change.desired)).toBe(true);
        }
      }),
    );
  });

  it('never sees the order of a list that merges by key', () => {
    fc.assert(
      fc.property(namedElements, (containers) => {
        const live = { spec: { containers } };
        const desired = { spec: { containers: containers.toReversed() } };
        expect(diff(live, desired, { builtIn: true })).toEqual([]);
      }),
    );
  });
});

describe('diff, for hostile documents', () => {
  function nested(depth: number, leaf: Json): Json {
    let value = leaf;
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { deeper: value } : [value];
    return value;
  }

  it('compares what is nested 10,000 levels deep', () => {
    expect(diff(nested(10_000, 1), nested(10_000, 1))).toEqual([]);
    expect(diff(nested(10_000, 1), nested(10_000, 2))).toHaveLength(1);
  });

  it('treats __proto__ as a key like any other', () => {
    const live = JSON.parse('{"spec":{"a":1,"__proto__":{"polluted":true}}}') as Json;
    const desired = { spec: { a: 1 } };
    const changes = diff(live, desired);
    expect(changes.map(({ path }) => path)).toEqual(['/spec/__proto__']);
    expect(isEqual(applyDifferences(live, changes), desired)).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('compares 10 MB strings and 20,000-element lists', () => {
    const text = 'x'.repeat(10_000_000);
    expect(diff({ data: text }, { data: `${text}y` })).toHaveLength(1);
    const list = Array.from({ length: 20_000 }, (_, index) => ({ value: index }));
    expect(diff({ list }, { list: list.with(10_000, { value: -1 }) })).toHaveLength(1);
  });
});
