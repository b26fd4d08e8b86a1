import { afterAll, beforeAll, expect, it } from 'vitest';
import { kindAndName } from '../../../src/core/model/resource-ref.ts';
import { nameOf } from '../../support/dump.ts';
import { ADA, GRACE, KEN, type RemedyBot, startRemedyBot } from '../../support/remedy-bot.ts';

/* An app that gets worse between two steps stops the run; Restore repairs it. */

let remedy: RemedyBot;

beforeAll(async () => {
  remedy = await startRemedyBot();
});
afterAll(() => remedy?.close());

it('stops before step 4 when step 3 made the app Degraded, and it is as before after Restore', async () => {
  const { world, memory } = remedy.bot;
  const message = await remedy.request('gitea', { as: KEN });
  const [record] = await memory.plans.ofApp('prod', 'argocd/gitea', 1);
  const steps = record?.plan.steps ?? [];
  const names = steps.map(({ target }) =>
    nameOf({ kind: target.kind, metadata: { namespace: target.namespace, name: target.name } }),
  );
  const third = steps[2]?.target ?? expect.fail('there are more steps than three');
  await remedy.deeds.dependOn('gitea', kindAndName(third));

  await remedy.approve(message, GRACE);
  const failed = await remedy.becomes(message, /Failed/);
  expect(failed).toMatch(/It stopped: .*gitea.*Degraded/);
  const there = (): readonly string[] => {
    const all = new Set(world.objects().map(nameOf));
    return names.filter((name) => all.has(name));
  };
  expect(there()).toEqual(names.slice(3));

  await remedy.press(remedy.current(message), 'Restore', ADA);
  await remedy.becomes(message, /Restored/);
  expect(there()).toEqual(names);
  await world.settle();
  const app = world.objects().find((object) => nameOf(object) === 'Application argocd/gitea');
  expect(app).toMatchObject({ status: { health: { status: 'Progressing' } } });
});
