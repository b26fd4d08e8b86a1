import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import type { RunningService } from '../../../src/main/service.ts';
import { GRACE, KEN, LINUS, type RemedyBot, startRemedyBot } from '../../support/remedy-bot.ts';
import { everythingStored } from '../../support/stored-values.ts';

/* What a Secret holds that is deleted and brought back stands in the rollback bundle, and nowhere else. */

const CANARY = 'canary-7Qx2-Zt9P-do-not-tell';
/** As it would look on its way: plain, in base64 at any offset, in hex, in a URL. */
const SHAPES = [
  CANARY,
  ...[0, 1, 2].map((offset) =>
    Buffer.from(`${'x'.repeat(offset)}${CANARY}`)
      .toString('base64')
      .slice(4, 28),
  ),
  Buffer.from(CANARY).toString('hex'),
  encodeURIComponent(CANARY),
];

let remedy: RemedyBot;
let service: RunningService;

beforeAll(async () => {
  remedy = await startRemedyBot({ isStopped: true });
  await remedy.deeds.plantSecret(CANARY);
  service = await remedy.bot.start();
  await remedy.bot.slack.workspace.until(() => remedy.bot.said()[0]);
});
afterAll(() => remedy?.close());

function leaksIn(text: string): readonly string[] {
  return SHAPES.filter((shape) => text.includes(shape)).map((shape) => `${shape}: …${around(text, shape)}…`);
}

function around(text: string, shape: string): string {
  const at = text.indexOf(shape);
  return text.slice(Math.max(0, at - 120), at + 40);
}

it('is found in the bundle, and not in Redis, logs, Slack or metrics', async () => {
  await remedy.bot.ask('/drift diff gitea Secret/gitea-redis-cluster');
  await remedy.bot.ask('/drift app gitea');
  const message = await remedy.request('gitea', { as: KEN });
  await remedy.press(message, 'Details', GRACE);
  await remedy.approve(message, GRACE);
  await remedy.becomes(message, /Verified/);
  await remedy.press(remedy.current(message), 'Restore', LINUS);
  await remedy.becomes(message, /Restored/);
  await remedy.bot.tick();

  const { world, slack, redis, logged } = remedy.bot;
  const back = world.objects().find((object) => isNamed(object, 'gitea', 'gitea-redis-cluster'));
  expect(objectAt(back, 'data')).toEqual({ 'redis-password': Buffer.from(CANARY).toString('base64') });
  const bundles = world.objects().filter((object) => object.kind === 'Secret' && isIn(object, 'plumbline'));
  expect(bundles.length).toBeGreaterThan(0);
  expect(leaksIn(unpacked(bundles))).not.toEqual([]);

  const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
  expect(metrics).toContain('plumbline_runs_total{instance="prod",outcome="restored"} 1');
  const { workspace } = slack;
  const shown = workspace.channels.map(({ id }) => workspace.messages(id));
  const whispered = workspace.people.map(({ id }) => [workspace.ephemerals(id), workspace.views(id)]);
  const stored = await everythingStored(await redis.connect());
  expect(stored.length).toBeGreaterThan(50);
  const places = {
    redis: stored.join('\n'),
    logs: logged.join('\n'),
    slack: JSON.stringify([slack.calls, slack.deliveries, shown, whispered]),
    metrics,
  };
  const leaks = Object.entries(places).flatMap(([place, text]) => leaksIn(text).map((leak) => `${place}: ${leak}`));
  expect(leaks).toEqual([]);
});

function isNamed(object: Manifest, namespace: string, name: string): boolean {
  return object.kind === 'Secret' && isIn(object, namespace) && stringAt(object, 'metadata', 'name') === name;
}

function isIn(object: Manifest, namespace: string): boolean {
  return stringAt(object, 'metadata', 'namespace') === namespace;
}

/** Parts in the order of their names, joined and unzipped, as a person would. */
function unpacked(bundles: readonly Manifest[]): string {
  const parts = bundles.flatMap((bundle) =>
    Object.values(objectAt(bundle, 'data')).map((value) => Buffer.from(String(value), 'base64')),
  );
  return parts
    .map((part) => (part[0] === 0x1f && part[1] === 0x8b ? gunzipSync(part) : part).toString('utf8'))
    .join('\n');
}
