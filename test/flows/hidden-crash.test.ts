import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* A Synced app whose pod starts to crash: nobody committed anything, nothing drifts, and it must lead all the same. */

const APP = 'authentik';
let story: StoryWithHands;
let instance: StoryWithHands['instance'];
let hands: StoryWithHands['hands'];

beforeAll(async () => {
  story = await startStoryWithHands();
  ({ instance, hands } = story);
});

afterAll(() => story?.close());

describe('a Synced app that starts to crash-loop', () => {
  it('is found, says what is underneath and what was synced last', async () => {
    const pods = (await hands.read(`/api/v1/namespaces/${APP}/pods`)) as { items: { metadata: { name: string } }[] };
    const name = pods.items[0]?.metadata.name ?? '';
    await hands.patch(`/api/v1/namespaces/${APP}/pods/${name}`, 'kubectl-annotate', {
      metadata: { annotations: { 'plumbline.demo/fate': 'crash' } },
    });
    await story.world.settle();
    const result = await story.scan(instance);
    const entry = result.notHealthy.find(({ app }) => app === APP);
    expect(entry).toMatchObject({ cause: { reason: 'CrashLoopBackOff' } });
    expect(
      result.notHealthy
        .slice(0, 2)
        .map(({ app }) => app)
        .toSorted(),
    ).toEqual(['argo-rollouts', APP]);
    const finding = result.findings.find(({ app }) => app.name === APP);
    expect(finding?.driftClass).toMatch(/stuck-progressing|degraded/);
    expect(finding?.evidence.map(({ says }) => says).join('\n')).toMatch(
      /CrashLoopBackOff[\s\S]*last synced change: [0-9a-f]{8}/,
    );
    expect(result.outOfSync).toBe(20);
  });
});
