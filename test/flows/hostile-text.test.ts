import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* Values that somebody wrote into a ConfigMap to stop the scan: it ends, and says what it says of any edit by hand. */

/** Of a ConfigMap: the API server takes no more than 1 MiB. */
const LENGTH = 900_000;
const UNITS: readonly string[] = ['eyJ-', 'eyJ', '-----BEGIN PRIVATE KEY-----', 'a', '=', 'QUJDREVGR0hJSktMTU5PUFFS'];

interface ConfigMap {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Record<string, string>;
  };
  readonly data?: Record<string, string>;
}

let story: StoryWithHands;

beforeAll(async () => {
  story = await startStoryWithHands();
});

afterAll(() => story?.close());

describe('ConfigMaps with 5 MB of hostile text', () => {
  it('are scanned like any other', async () => {
    const { hands, world, instance } = story;
    const { items } = (await hands.read('/api/v1/configmaps')) as { items: readonly ConfigMap[] };
    const tracked = items.filter(
      ({ metadata: { annotations = {}, namespace }, data = {} }) =>
        namespace !== 'argocd' &&
        Object.values(annotations).some((value) => value.includes(':/ConfigMap:')) &&
        Object.keys(data).length > 0,
    );
    const edited = UNITS.flatMap((unit, index) => {
      const { metadata, data = {} } = tracked[index] ?? {};
      return metadata ? [{ unit, metadata, key: Object.keys(data)[0] ?? '' }] : [];
    });
    expect(edited).toHaveLength(UNITS.length);
    for (const { unit, metadata, key } of edited) {
      const data = { [key]: unit.repeat(LENGTH / unit.length) };
      const path = `/api/v1/namespaces/${metadata.namespace}/configmaps/${metadata.name}`;
      await hands.patch(path, 'kubectl-edit', { data });
    }
    await world.settle();
    const { findings } = await story.scan(instance);
    const found = findings
      .filter(({ driftClass }) => driftClass === 'manual-change')
      .map(({ resource }) => resource?.name);
    expect(found).toEqual(expect.arrayContaining(edited.map(({ metadata }) => metadata.name)));
  });
});
