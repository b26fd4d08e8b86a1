import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/core/model/finding.ts';
import { commitTo, type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* Drift caused by hand in a healthy app, found and named on the next scan. vaultwarden has auto-sync off, so it stays. */

const APP = 'vaultwarden';
const NAMESPACE = `/api/v1/namespaces/${APP}`;
const DEPLOYMENT = `/apis/apps/v1/namespaces/${APP}/deployments/${APP}`;

let story: StoryWithHands;
let instance: StoryWithHands['instance'];
let hands: StoryWithHands['hands'];

async function findings(): Promise<readonly Finding[]> {
  await story.world.settle();
  return (await story.scan(instance, { includes: ({ ref }) => ref.name === APP })).findings;
}

async function classesAndPaths(): Promise<readonly string[]> {
  return (await findings()).map(({ driftClass, resource, paths }) =>
    `${driftClass} ${resource?.kind ?? ''} ${paths.join(' ')}`.trim(),
  );
}

beforeAll(async () => {
  story = await startStoryWithHands();
  ({ instance, hands } = story);
});

afterAll(() => story?.close());

describe('by hand', () => {
  it('starts quiet', async () => {
    expect(await classesAndPaths()).toEqual([]);
  });

  it('kubectl edit is a person’s change, whatever it looks like', async () => {
    await hands.patch(DEPLOYMENT, 'kubectl-edit', { spec: { replicas: 4 } });
    const [finding] = await findings();
    expect(finding).toMatchObject({ driftClass: 'manual-change', owner: 'kubectl-edit', paths: ['/spec/replicas'] });
    expect(finding?.fixes[0]).toMatchObject({ kind: 'revert-live', closes: { closed: 1, of: 1 } });
    await hands.patch(DEPLOYMENT, 'argocd-controller', { spec: { replicas: 1 } });
    expect(await classesAndPaths()).toEqual([]);
  });

  it('a controller that writes the field owns it', async () => {
    await hands.patch(DEPLOYMENT, 'downscaler', { spec: { replicas: 0 } });
    expect((await findings())[0]).toMatchObject({ driftClass: 'mutated', owner: 'downscaler' });
    await hands.patch(DEPLOYMENT, 'argocd-controller', { spec: { replicas: 1 } });
  });

  it('a commit that nobody synced is pending', async () => {
    const { git } = story.world;
    if (git === null) throw new TypeError('the story has a repository');
    await commitTo(git, `apps/${APP}/deployment-${APP}.yaml`, (text) => text.replace(/(image: .*:)[\w.-]+/, '$19.9.9'));
    await expect
      .poll(classesAndPaths, { timeout: 20_000 })
      .toEqual(['pending Deployment /spec/template/spec/containers/0/image']);
    await commitTo(git, `apps/${APP}/deployment-${APP}.yaml`, (text) => text.replace('9.9.9', '1.34.3'));
    await expect.poll(classesAndPaths, { timeout: 20_000 }).toEqual([]);
  });

  it('what is deleted live is missing', async () => {
    await hands.remove(`${NAMESPACE}/services/${APP}`);
    expect(await classesAndPaths()).toEqual(['missing Service']);
  });
});
