import { describe, expect, it } from 'vitest';
import { makeJq } from '../../../../src/adapters/jq/client.ts';

const jq = makeJq();

describe('jq', () => {
  it('gives pointers to what an expression selects', async () => {
    const document = {
      webhooks: [
        { name: 'a', caBundle: 'x' },
        { name: 'b', 'k/e~y': 1 },
      ],
    };
    expect(await jq.pathsOf('.webhooks[]?.caBundle', document)).toEqual([
      '/webhooks/0/caBundle',
      '/webhooks/1/caBundle',
    ]);
    expect(await jq.pathsOf('.webhooks[] | select(.name == "b") | .["k/e~y"]', document)).toEqual([
      '/webhooks/1/k~1e~0y',
    ]);
  });

  it('selects nothing with a broken expression, as Argo CD does', async () => {
    expect(await jq.pathsOf('.spec[', { spec: [] })).toEqual([]);
    expect(await jq.pathsOf('error("x")', {})).toEqual([]);
    expect(await jq.pathsOf('1 + 1', {})).toEqual([]);
  });

  it('stops an expression that never ends, and goes on', async () => {
    const [stuck, next] = [await jq.pathsOf('last(range(1e12))', {}), await jq.pathsOf('.a', { a: 1 })];
    expect([stuck, next]).toEqual([[], ['/a']]);
  });

  it('answers each of many questions with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => jq.pathsOf(`.k${index}`, { [`k${index}`]: 1 })),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => [`/k${index}`]));
  });
});
