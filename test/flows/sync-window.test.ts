import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { PATIENCE_MS } from '../support/pace.ts';
import { clock, type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* A commit that waits for its sync window: the finding says so, and when it opens. */

const APP = 'vaultwarden';
const PROJECT = '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/apps';

let story: StoryWithHands;

beforeAll(async () => {
  story = await startStoryWithHands();
});

afterAll(() => story?.close());

/** The same instance; `asked` names the apps whose windows were asked for. */
function listening({ argocd, ...instance }: ConnectedInstance, asked: string[]): ConnectedInstance {
  return {
    ...instance,
    argocd: {
      ...argocd,
      windows(app, options) {
        asked.push(app.ref.name);
        return argocd.windows(app, options);
      },
    },
  };
}

describe('sync windows', () => {
  it('are not asked for where nothing waits for a sync', async () => {
    const asked: string[] = [];
    await story.scan(listening(story.instance, asked));
    expect(asked).toEqual([]);
  });

  it('explain what a commit waits for', async () => {
    const startedAnHourAgo = (clock.now().getUTCHours() + 23) % 24;
    await story.hands.patch(PROJECT, 'kubectl-edit', {
      spec: {
        syncWindows: [
          {
            kind: 'deny',
            schedule: `0 ${startedAnHourAgo} * * *`,
            duration: '3h',
            timeZone: 'UTC',
            applications: ['*'],
          },
        ],
      },
    });
    await story.hands.commit({
      [`apps/${APP}/deployment-${APP}.yaml`]: (text) => text.replace(/(image: .*:)[\w.-]+/, '$19.9.9'),
    });
    const asked: string[] = [];
    const evidence = async () => {
      await story.world.settle();
      asked.length = 0;
      const { findings } = await story.scan(listening(story.instance, asked), {
        includes: ({ ref }) => ref.name === APP,
      });
      return findings.flatMap((finding) => (finding.driftClass === 'pending' ? finding.evidence : []));
    };
    const opens = `${String((startedAnHourAgo + 3) % 24).padStart(2, '0')}:00 UTC`;
    await expect
      .poll(async () => (await evidence()).map(({ says }) => says).join('\n'), { timeout: PATIENCE_MS })
      .toMatch(
        new RegExp(
          `a sync window blocks every sync: deny .* for 3h \\(UTC\\); next opening \\d{4}-\\d\\d-\\d\\d ${opens}`,
        ),
      );
    expect(asked).toEqual([APP]);
  });
});
