import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitItems } from '../../../../src/adapters/argocd/split-items.ts';

async function split(text: string, sizes: readonly number[] = [7]) {
  async function* chunks() {
    const bytes = Buffer.from(text);
    for (let [start, turn] = [0, 0]; start < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      yield bytes.subarray(start, start + size);
      start += size;
    }
  }
  const parts = splitItems(chunks());
  const items: unknown[] = [];
  for (let part = await parts.next(); ; part = await parts.next()) {
    if (part.done) return { items, envelope: part.value };
    items.push(JSON.parse(part.value));
  }
}

describe('the items of a list', () => {
  it('are what JSON.parse finds, however the bytes arrive', async () => {
    const document = fc.record({
      items: fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 }),
      metadata: fc.record({
        resourceVersion: fc.string({ unit: 'binary' }),
        items: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
      }),
    });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(document, sizes, fc.boolean(), fc.constantFrom(0, 2), async (value, cuts, isLast, indent) => {
        const { items, metadata } = value;
        const text = JSON.stringify(isLast ? { metadata, items } : { items, metadata }, null, indent);
        const { items: found, envelope } = await split(text, cuts);
        expect(found).toEqual(JSON.parse(JSON.stringify(items)));
        expect(JSON.parse(envelope)).toEqual({ metadata: JSON.parse(JSON.stringify(metadata)), items: [] });
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['null', '{"items":null,"metadata":{}}', { items: null, metadata: {} }],
    ['a list without items', '{"metadata":{}}', { metadata: {} }],
    ['a text that looks like a list', '{"metadata":{"a":"\\"items\\":[{}]"}}', { metadata: { a: '"items":[{}]' } }],
    ['items that are no objects', '{"items":[1,"x"]}', { items: [1, 'x'] }],
  ])('%s: the rest stays in the document', async (_, text, envelope) => {
    expect(JSON.parse((await split(text, [100])).envelope)).toEqual(envelope);
  });

  it.each(['{"items":[1,{},"x"]}', '{"items":[{"a":1},{"b', '<html>{[', '{"items":[{"a":1}]', ''])(
    '%j is not JSON',
    async (text) => {
      const { envelope } = await split(text);
      expect(() => JSON.parse(envelope)).toThrow();
    },
  );
});
