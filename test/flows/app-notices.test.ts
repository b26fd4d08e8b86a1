import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeReadCli } from '../support/read-cli.ts';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* What Argo CD's status does not show: an app that it does not compare, and one that is being deleted. */

const APPLICATION = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/jellyfin';
let story: StoryWithHands;
let cli: ReturnType<typeof makeReadCli>;

beforeAll(async () => {
  story = await startStoryWithHands();
  cli = makeReadCli(story.instance);
});
afterAll(() => story?.close());

it('names skip-reconcile in the answer about the app and in the scan, and gives no all-clear', async () => {
  await story.hands.patch(APPLICATION, 'kubectl-annotate', {
    metadata: { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } },
  });
  await story.world.settle();
  const { code, out } = await cli.app('jellyfin');
  expect(out).toMatch(/skip-reconcile is set, so its status is stale/);
  expect([code, /nothing to report/.test(out)]).toEqual([1, false]);
  expect((await cli.scan({ app: 'jellyfin' })).out).toMatch(/jellyfin: Argo CD does not compare it/);
});
