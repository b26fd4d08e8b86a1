import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/model/json.ts';
import { builtInType } from '../../cluster/typing/built-in-types.ts';
import { UNTYPED } from '../../cluster/typing/type-node.ts';
import { strategicMerged } from '../../kubernetes/patch/strategic-merge.ts';

const pod = builtInType('', 'Pod') ?? UNTYPED;
const withEnv = (...env: readonly Json[]): Json => ({ spec: { containers: [{ name: 'a', env }] } });
const variable = (name: string, value = '1'): Json => ({ name, value });

describe('a strategic merge patch', () => {
  it.each<[string, Json, Json, Json]>([
    [
      'merges elements by key',
      withEnv(variable('A'), variable('B')),
      withEnv(variable('B', '2')),
      withEnv(variable('A'), variable('B', '2')),
    ],
    ['puts a new element first', withEnv(variable('A')), withEnv(variable('B')), withEnv(variable('B'), variable('A'))],
    [
      'deletes an element',
      withEnv(variable('A'), variable('B')),
      withEnv({ $patch: 'delete', name: 'A' }),
      withEnv(variable('B')),
    ],
    ['replaces a list', withEnv(variable('A')), withEnv({ $patch: 'replace' }, variable('C')), withEnv(variable('C'))],
    [
      'replaces a list without a key',
      { spec: { tolerations: [{ key: 'a' }] } },
      { spec: { tolerations: [{ key: 'b' }] } },
      { spec: { tolerations: [{ key: 'b' }] } },
    ],
    [
      'removes by null',
      { spec: { nodeName: 'x', hostname: 'y' } },
      { spec: { nodeName: null } },
      { spec: { hostname: 'y' } },
    ],
    [
      'merges and prunes lists of values',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { finalizers: ['c'], '$deleteFromPrimitiveList/finalizers': ['a'] } },
      { metadata: { finalizers: ['c', 'b'] } },
    ],
    [
      'keeps only the keys it names',
      { spec: { volumes: [{ name: 'v', emptyDir: {} }] } },
      { spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }] } },
      { spec: { volumes: [{ name: 'v', secret: { secretName: 's' } }] } },
    ],
    [
      'orders elements as told',
      withEnv(variable('A'), variable('B'), variable('C')),
      {
        spec: {
          containers: [
            { name: 'a', '$setElementOrder/env': [{ name: 'C' }, { name: 'A' }], env: [variable('A', '2')] },
          ],
        },
      },
      withEnv(variable('B'), variable('C'), variable('A', '2')),
    ],
  ])('%s', (_, live, patch, expected) => {
    expect(strategicMerged(pod, live, patch)).toEqual(expected);
  });
});
