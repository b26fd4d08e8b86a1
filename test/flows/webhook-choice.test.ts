import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, makeCluster } from '../../src/adapters/kubernetes/client.ts';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* A webhook that chooses namespaces by their labels is blamed only where it can have been asked. */

const APP = 'vaultwarden';
const DEPLOYMENT = `/apis/apps/v1/namespaces/${APP}/deployments/${APP}`;

let story: StoryWithHands;
let cluster: Cluster;

beforeAll(async () => {
  story = await startStoryWithHands();
  cluster = makeCluster({ name: 'story', kubeConfig: story.world.kubeconfig ?? '' });
  await cluster.writer.create({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'scale-to-zero' },
    webhooks: [
      {
        name: 'sleep.example.com',
        admissionReviewVersions: ['v1'],
        clientConfig: { url: 'https://sleep.example.com' },
        sideEffects: 'None',
        namespaceSelector: { matchLabels: { sleeps: 'at-night' } },
        rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['deployments'] }],
      },
    ],
  });
  await story.hands.patch(DEPLOYMENT, 'argocd-controller', { spec: { replicas: 0 } });
  await story.world.settle();
});

afterAll(async () => {
  await cluster?.close();
  await story?.close();
});

async function owners(): Promise<readonly string[]> {
  const { findings } = await story.scan(story.instance, { includes: ({ ref }) => ref.name === APP });
  return findings.map(({ owner }) => owner);
}

describe('a webhook with a namespaceSelector', () => {
  it('is not behind a change in a namespace that it leaves out', async () => {
    const found = await owners();
    expect(found).toHaveLength(1);
    expect(found[0]).not.toContain('scale-to-zero');
  });

  it('is behind it in one that it chooses', async () => {
    await story.hands.patch(`/api/v1/namespaces/${APP}`, 'kubectl-label', {
      metadata: { labels: { sleeps: 'at-night' } },
    });
    expect(await owners()).toEqual(['mutating webhook scale-to-zero']);
  });
});
