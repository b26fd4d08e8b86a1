import { expect, it } from 'vitest';
import type { Manifest } from '../../../../src/core/model/json.ts';
import { makeSharedFacts, type SharedReader } from '../../../../src/flows/observe/shared-facts.ts';

/** A cluster whose answers are given one by one; every question is counted. */
function aCluster(answers: readonly (() => Promise<Manifest | undefined>)[]) {
  const asked: string[] = [];
  const cluster: SharedReader = {
    autoscalers: async () => [],
    mutatingWebhooks: async () => [],
    read({ kind, name }) {
      asked.push(`${kind}/${name}`);
      const answer = answers[asked.length - 1];
      if (!answer) throw new TypeError('asked more often than expected');
      return answer();
    },
  };
  return { cluster, asked };
}

const labelled = async (): Promise<Manifest> => ({ metadata: { labels: { inject: 'enabled' } } });

it('asks once for a namespace, whoever asks', async () => {
  const { cluster, asked } = aCluster([labelled, async () => undefined]);
  const shared = makeSharedFacts();
  const both = await Promise.all([shared.namespaceLabels(cluster, 'shop'), shared.namespaceLabels(cluster, 'shop')]);
  expect(both).toEqual([{ inject: 'enabled' }, { inject: 'enabled' }]);
  expect(await shared.namespaceLabels(cluster, 'gone')).toBeUndefined();
  expect(asked).toEqual(['Namespace/shop', 'Namespace/gone']);
});

it('remembers a failure', async () => {
  const { cluster, asked } = aCluster([() => Promise.reject(new Error('forbidden'))]);
  const shared = makeSharedFacts();
  await expect(shared.namespaceLabels(cluster, 'shop')).rejects.toThrow('forbidden');
  await expect(shared.namespaceLabels(cluster, 'shop')).rejects.toThrow('forbidden');
  expect(asked).toHaveLength(1);
});

it('asks again when whoever asked first was called away', async () => {
  const first = new AbortController();
  const untilAborted = () =>
    new Promise<undefined>((_, reject) => first.signal.addEventListener('abort', () => reject(first.signal.reason)));
  const { cluster, asked } = aCluster([untilAborted, labelled]);
  const shared = makeSharedFacts();
  const left = shared.namespaceLabels(cluster, 'shop', { signal: first.signal });
  const stayed = shared.namespaceLabels(cluster, 'shop', { signal: new AbortController().signal });
  first.abort(new Error('deadline'));
  await expect(left).rejects.toThrow('deadline');
  expect(await stayed).toEqual({ inject: 'enabled' });
  expect(asked).toHaveLength(2);
});
