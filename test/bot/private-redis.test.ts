import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSlack, startSlack } from '../../world/slack/start-slack.ts';
import { textOf } from '../../world/slack/text.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';
import { PLATFORM } from '../support/running-bot.ts';
import { makeServing, type ServeProcess, type Serving } from '../support/serve-process.ts';

/* Without REDIS_URL: a Redis of its own, which ends with the service and remembers for the next one. */

let world: RunningWorld;
let slack: RunningSlack;
let serving: Serving;

beforeAll(async () => {
  [world, slack, serving] = await Promise.all([startWorld({ apps: 5 }), startSlack(), makeServing()]);
});
afterAll(async () => {
  await serving?.close();
  await Promise.all([slack?.close(), world?.close()]);
});

async function start(): Promise<ServeProcess> {
  const service = await serving.serve({
    env: { LOG_LEVEL: 'info' },
    config: {
      instances: [{ name: 'prod', argocd: { server: world.argocd.server, token: world.argocd.token } }],
      redis: { dataFolder: `${serving.folder}/data` },
      slack: {
        botToken: slack.botToken,
        appToken: slack.appToken,
        apiUrl: slack.apiUrl,
        channels: [{ id: PLATFORM, projects: ['*'] }],
      },
      http: { port: 0 },
    },
  });
  await service.ready();
  return service;
}

const overview = async (): Promise<string> => {
  const before = slack.workspace.ephemerals('U0ADA').length;
  expect((await slack.person('U0ADA').command('/drift', PLATFORM)).shown).toBeUndefined();
  return slack.workspace.until(() => slack.workspace.ephemerals('U0ADA').slice(before).map(textOf)[0]);
};

it('is started, remembers across a stop and a kill, and says everything once', async () => {
  const first = await start();
  expect(first.said()).toContain('a private Redis was started');
  await slack.workspace.until(() => slack.workspace.messages(PLATFORM)[0]);
  expect(await overview()).toMatch(/5 apps/);
  first.signal('SIGTERM');
  expect(await first.exited()).toBe(0);

  const second = await start();
  expect(await overview()).toMatch(/5 apps/);
  second.signal('SIGKILL');
  expect(await second.exited()).toBeNull();

  const third = await start();
  expect(await overview()).toMatch(/5 apps/);
  third.signal('SIGTERM');
  expect(await third.exited()).toBe(0);
  expect(slack.workspace.messages(PLATFORM)).toHaveLength(1);
});
