import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameMeaning } from '../../../../src/core/diff/same-meaning.ts';
import { isSameDuration, parseGoDuration } from '../../../../src/core/kubernetes/duration.ts';
import { isSameQuantity, parseQuantity } from '../../../../src/core/kubernetes/quantity.ts';

describe('quantities', () => {
  it.each([
    ['0.5', '500m'],
    [0.5, '500m'],
    ['1000m', 1],
    ['1024Mi', '1Gi'],
    ['1k', '1000'],
    ['1e3', '1k'],
    ['0', '0m'],
    ['1.50', '1500m'],
    ['.5', '0.5'],
    ['128974848', '123Mi'],
    ['1E', '1000000000000000000'],
  ])('%s is %s', (a, b) => {
    expect(isSameQuantity(a, b)).toBe(true);
  });

  it.each([
    ['1', '1Gi'],
    ['1G', '1Gi'],
    ['500m', '0.4'],
    ['', '0'],
    ['abc', 'abc'],
    ['1h', '1h'],
    ['-1', '1'],
  ])('%s is not %s, or is no quantity', (a, b) => {
    expect(isSameQuantity(a, b)).toBe(false);
  });

  it('is the same amount in milli for any integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (amount) => {
        expect(isSameQuantity(`${amount}`, `${amount * 1000n}m`)).toBe(true);
        expect(isSameQuantity(`${amount}Ki`, `${amount * 1024n}`)).toBe(true);
      }),
    );
  });

  it('does not hang on hostile numbers', () => {
    expect(parseQuantity('9'.repeat(5000))).toBeUndefined();
    expect(parseQuantity('1e99')).toBeDefined();
    expect(parseQuantity('1e999')).toBeUndefined();
  });
});

describe('durations', () => {
  it.each([
    ['8760h', '8760h0m0s'],
    ['60s', '1m'],
    ['1h30m', '90m'],
    ['1.5h', '90m'],
    ['1000ms', '1s'],
    ['0', '0s'],
  ])('%s is %s', (a, b) => {
    expect(isSameDuration(a, b)).toBe(true);
  });

  it('knows Go’s units and nothing else', () => {
    expect(parseGoDuration('1d')).toBeUndefined();
    expect(parseGoDuration('h')).toBeUndefined();
    expect(parseGoDuration('-1m')).toBe(-60_000_000_000n);
  });
});

describe('the same meaning', () => {
  it.each([
    ['8080', 8080, 'int-or-string'],
    ['true', true, 'boolean-text'],
    ['500m', 0.5, 'quantity'],
    ['1h', '60m', 'duration'],
    ['hello', 'aGVsbG8=', 'base64'],
    ['a\nb\n', 'a\nb', 'whitespace'],
    ['a \r\nb', 'a\nb', 'whitespace'],
    ['2024-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00', 'timestamp'],
    ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', 'json-text'],
    ['Ignore', 'ignore', 'letter-case'],
    [[], null, 'empty'],
    [{}, '', 'empty'],
    [['a', 'b'], ['b', 'a'], 'order'],
  ] as const)('%j and %j: %s', (desired, live, meaning) => {
    expect(sameMeaning(desired, live)).toBe(meaning);
  });

  it.each([
    ['a', 'b'],
    [1, 2],
    [0, false],
    ['1.8.2', '1.8.3'],
    [
      ['a', 'a', 'b'],
      ['a', 'b', 'b'],
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [0, ''],
  ])('%j and %j do not say the same', (desired, live) => {
    expect(sameMeaning(desired, live)).toBeUndefined();
  });
});
