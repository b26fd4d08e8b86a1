import { describe, expect, it } from 'vitest';
import {
  compileSchema,
  isPrunedBySchema,
  isSchemaDefault,
  withDefaults,
} from '../../../../src/core/kubernetes/schema.ts';

const schema = compileSchema({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        interval: { type: 'string', default: '1h' },
        target: {
          type: 'object',
          default: { policy: 'Owner' },
          properties: { policy: { type: 'string', default: 'Owner' }, deletion: { type: 'string', default: 'Retain' } },
        },
        options: { type: 'object', default: { a: 1, b: { c: 2 } } },
        data: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              key: { type: 'string' },
              ref: { type: 'object', properties: { strategy: { default: 'Default' } } },
            },
          },
        },
        tenants: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { limit: { 'x-kubernetes-int-or-string': true, default: '100%' } },
          },
        },
        probe: { type: 'object', properties: { period: { default: 10 }, path: { type: 'string' } } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: {} },
        enabled: { type: 'boolean', default: false },
      },
    },
  },
});

describe('defaults of a CRD schema', () => {
  it.each([
    ['a scalar', ['spec', 'interval'], '1h'],
    ['a false', ['spec', 'enabled'], false],
    ['inside a list', ['spec', 'data', '0', 'ref', 'strategy'], 'Default'],
    ['inside a map with free keys', ['spec', 'tenants', 'acme', 'limit'], '100%'],
    ['a nested one of an object default', ['spec', 'options', 'b', 'c'], 2],
    ['a whole object default', ['spec', 'options'], { a: 1, b: { c: 2 } }],
    ['an object default, filled further', ['spec', 'target'], { policy: 'Owner', deletion: 'Retain' }],
    ['an object all of whose values are defaults', ['spec', 'probe'], { period: 10 }],
  ])('recognises %s', (_, tokens, value) => {
    expect(isSchemaDefault(schema, tokens, value)).toBe(true);
  });

  it.each([
    ['another value', ['spec', 'interval'], '2h'],
    ['a field without default', ['spec', 'data', '0', 'key'], 'x'],
    ['an object with one value that is none', ['spec', 'probe'], { period: 10, path: '/' }],
    ['an unknown field', ['spec', 'nowhere'], 1],
    ['an empty object', ['spec', 'probe'], {}],
  ])('does not take %s for one', (_, tokens, value) => {
    expect(isSchemaDefault(schema, tokens, value)).toBe(false);
  });

  it('fills in what the API server would store', () => {
    expect(withDefaults(schema, { spec: { data: [{ key: 'a', ref: {} }], tenants: { acme: {} } } })).toEqual({
      spec: {
        interval: '1h',
        target: { policy: 'Owner', deletion: 'Retain' },
        options: { a: 1, b: { c: 2 } },
        data: [{ key: 'a', ref: { strategy: 'Default' } }],
        tenants: { acme: { limit: '100%' } },
        enabled: false,
      },
    });
  });

  it('knows which keys the API server prunes', () => {
    expect(isPrunedBySchema(schema, ['spec'], 'intervall')).toBe(true);
    expect(isPrunedBySchema(schema, ['spec'], 'interval')).toBe(false);
    expect(isPrunedBySchema(schema, ['spec', 'free'], 'anything')).toBe(false);
    expect(isPrunedBySchema(schema, ['spec', 'tenants'], 'anyone')).toBe(false);
    expect(isPrunedBySchema(undefined, ['spec'], 'x')).toBe(false);
  });

  it('survives schemas that are odd or endless', () => {
    expect(compileSchema(null)).toEqual({});
    expect(compileSchema({ properties: 'no', items: 3 })).toEqual({});
    let deep: Record<string, unknown> = { default: 1 };
    for (let level = 0; level < 5000; level += 1) deep = { properties: { a: deep } };
    expect(() => compileSchema(deep as never)).not.toThrow();
  });
});
