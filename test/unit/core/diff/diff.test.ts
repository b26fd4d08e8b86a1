import { describe, expect, it } from 'vitest';
import { diff } from '../../../../src/core/diff/diff.ts';
import { compileSchema } from '../../../../src/core/kubernetes/schema.ts';
import type { Json } from '../../../../src/core/model/json.ts';

function paths(live: Json, desired: Json, options = {}): readonly string[] {
  return diff(live, desired, options).map(({ path }) => path);
}

function pod(...containers: readonly Json[]): Json {
  return { spec: { containers: [...containers] } };
}

describe('diff', () => {
  it('names the highest pointer at which one side is absent', () => {
    expect(paths({ spec: { a: { b: 1 } } }, { spec: {} }, {})).toEqual(['/spec']);
    expect(paths({ spec: { x: 1, a: { b: 1 } } }, { spec: { x: 1 } })).toEqual(['/spec/a']);
  });

  it('escapes keys with slashes and tildes', () => {
    expect(paths({ a: { 'x/y~z': 1, k: 1 } }, { a: { k: 1 } })).toEqual(['/a/x~1y~0z']);
  });

  it('reports one changed container, not a replaced array', () => {
    const live = pod({ name: 'app', image: 'app:2' }, { name: 'proxy', image: 'envoy:1' });
    expect(
      paths(live, pod({ name: 'app', image: 'app:1' }, { name: 'proxy', image: 'envoy:1' }), { builtIn: true }),
    ).toEqual(['/spec/containers/0/image']);
  });

  it('counts in live’s indexes where live has the element, in Git’s where it has not', () => {
    const live = pod({ name: 'injected' }, { name: 'app', image: 'app:2' });
    const desired = pod({ name: 'app', image: 'app:1' }, { name: 'new' });
    const changes = diff(live, desired, { builtIn: true });
    expect(changes.map(({ path, desiredPath }) => [path, desiredPath])).toEqual([
      ['/spec/containers/0', '/spec/containers/0'],
      ['/spec/containers/1/image', '/spec/containers/0/image'],
      ['/spec/containers/1', '/spec/containers/1'],
    ]);
  });

  it('matches ports by number and protocol, TCP being the one left out', () => {
    const live = {
      ports: [
        { containerPort: 53, protocol: 'UDP' },
        { containerPort: 53, protocol: 'TCP', name: 'dns' },
      ],
    };
    const desired = {
      ports: [
        { containerPort: 53, name: 'dns' },
        { containerPort: 53, protocol: 'UDP' },
      ],
    };
    expect(paths(live, desired, { builtIn: true })).toEqual(['/ports/1/protocol']);
  });

  it('uses the list keys of a CRD’s schema', () => {
    const schema = compileSchema({
      properties: {
        rules: {
          type: 'array',
          items: { type: 'object' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
        },
      },
    });
    const live = {
      rules: [
        { id: 'b', v: 1 },
        { id: 'a', v: 1 },
      ],
    };
    const desired = {
      rules: [
        { id: 'a', v: 2 },
        { id: 'b', v: 1 },
      ],
    };
    expect(paths(live, desired, { schema })).toEqual(['/rules/1/v']);
    expect(paths({ rules: live.rules.toReversed() }, live, { schema })).toEqual([]);
  });

  it('aligns lists without keys by likeness', () => {
    const live = {
      list: [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
        { a: 3, b: 3 },
      ],
    };
    expect(
      paths(live, {
        list: [
          { a: 1, b: 1 },
          { a: 2, b: 9 },
          { a: 3, b: 3 },
        ],
      }),
    ).toEqual(['/list/1/b']);
    expect(
      paths(live, {
        list: [
          { a: 1, b: 1 },
          { a: 3, b: 3 },
        ],
      }),
    ).toEqual(['/list/1']);
    expect(paths({ args: ['-v', '2'] }, { args: ['-v', '3'] })).toEqual(['/args/1']);
  });

  it('says when only the order differs, or only duplicates', () => {
    expect(diff({ metrics: ['cpu', 'memory'] }, { metrics: ['memory', 'cpu'] })).toMatchObject([
      { path: '/metrics', sameMeaning: 'order' },
    ]);
    const twice = {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    };
    expect(diff({ env: [{ name: 'A', value: '2' }] }, twice, { builtIn: true })).toMatchObject([
      { path: '/env', sameMeaning: 'duplicates' },
    ]);
    expect(diff({ env: [{ name: 'A', value: '3' }] }, twice, { builtIn: true })[0]?.sameMeaning).toBeUndefined();
  });

  it('reports a stated empty map as one change, labels entry by entry', () => {
    expect(paths({ nodeSelector: { a: '1', b: '2' } }, { nodeSelector: {} })).toEqual(['/nodeSelector']);
    expect(paths({ labels: { a: '1', b: '2' } }, { labels: {} })).toEqual(['/labels/a', '/labels/b']);
  });

  it('reports the whole object when one side has none', () => {
    expect(diff(null, { kind: 'Job' })).toEqual([
      { path: '', desiredPath: '', desired: { kind: 'Job' }, inList: 'no' },
    ]);
    expect(diff({ kind: 'Job' }, null)).toMatchObject([{ path: '', live: { kind: 'Job' } }]);
    expect(diff(null, null)).toEqual([]);
  });
});
