import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/core/model/defined.ts';
import { DRIFT_CLASSES } from '../../src/core/model/drift-class.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { makeDemoClock } from '../../world/demo-clock.ts';
import type { Deed } from '../support/by-hand/deed.ts';
import { COMMIT_DEEDS } from '../support/by-hand/with-a-commit.ts';
import { KUBECTL_DEEDS } from '../support/by-hand/with-kubectl.ts';
import { findKubectl } from '../support/kubectl.ts';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* Every drift class, caused by hand in an app that was Synced and Healthy, is found and named on the next scan. */

const ALL_DEEDS = [...KUBECTL_DEEDS, ...COMMIT_DEEDS];
const clock = makeDemoClock();
let story: StoryWithHands;

beforeAll(async () => {
  story = await startStoryWithHands({ clock });
});
afterAll(() => story?.close());

async function findingsOf(app: string): Promise<readonly Finding[]> {
  await story.world.settle();
  const { findings, notObserved } = await story.scan(story.instance, { includes: ({ ref }) => ref.name === app });
  expect(notObserved).toEqual([]);
  return findings;
}

async function check({ app, leads, fix, resource, paths, owner, cause }: Deed): Promise<void> {
  const { hands, world, instance } = story;
  const [before] = await Array.fromAsync(instance.argocd.listApps({ name: app }));
  expect(before).toMatchObject({ sync: { status: 'Synced' }, health: { status: 'Healthy' } });
  await cause({ hands, clock, settle: () => world.settle() });
  const [lead] = await findingsOf(app);
  const seen = lead?.resource && `${lead.resource.kind}/${lead.resource.name}`;
  expect({
    leads: lead?.driftClass,
    fix: lead?.fixes[0]?.kind,
    resource: seen,
    paths: lead?.paths,
    owner: lead?.owner,
  }).toMatchObject({
    leads,
    fix,
    ...defined({ resource, paths, owner }),
  });
}

describe('by hand', () => {
  it('covers every class, each in an app of its own', () => {
    expect(new Set(ALL_DEEDS.map(({ leads }) => leads))).toEqual(new Set(DRIFT_CLASSES.map(({ id }) => id)));
    expect(new Set(ALL_DEEDS.map(({ app }) => app)).size).toBe(ALL_DEEDS.length);
  });

  it.each(COMMIT_DEEDS)('$what: $leads', check);
  it.skipIf(findKubectl() === undefined).each(KUBECTL_DEEDS)('$what: $leads', check);

  it('finds nothing any more once it is put back', async () => {
    const settings = '/api/v1/namespaces/alloy/configmaps/alloy-config';
    await story.hands.patch(settings, 'kubectl-edit', { data: { LOG_LEVEL: 'debug' } });
    expect(await findingsOf('alloy')).toHaveLength(1);
    await story.hands.patch(settings, 'kubectl-edit', { data: { LOG_LEVEL: 'info' } });
    expect(await findingsOf('alloy')).toEqual([]);
  });
});
