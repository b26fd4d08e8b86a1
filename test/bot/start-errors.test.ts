import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSlack, startSlack } from '../../world/slack/start-slack.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { eventually } from '../support/running-bot.ts';
import { makeServing, type Serving } from '../support/serve-process.ts';

/* What keeps `serve` from starting: one sentence, what to do, exit code 2, and nothing left behind. */

let world: RunningWorld;
let slack: RunningSlack;
let redis: RedisProcess;
let evicting: RedisProcess;
let serving: Serving;
const taken = createServer();

beforeAll(async () => {
  [world, slack, redis, evicting, serving] = await Promise.all([
    startWorld({ apps: 1 }),
    startSlack(),
    startRedisProcess({ settings: ['save ""', 'appendonly yes'] }),
    startRedisProcess({ settings: ['save ""', 'maxmemory-policy allkeys-lru'] }),
    makeServing(),
  ]);
  await new Promise<void>((resolve) => taken.listen(0, resolve));
});

afterAll(async () => {
  taken.close();
  await serving?.close();
  await Promise.all([slack?.close(), world?.close(), redis?.stop(), evicting?.stop()]);
});

type Env = Readonly<Record<string, string | undefined>>;

function env(changes: Env = {}): Env {
  return {
    ARGOCD_SERVER: world.argocd.server,
    ARGOCD_AUTH_TOKEN: world.argocd.token,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    PLUMBLINE_CHANNEL: 'C0PLATFORM',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...changes,
  };
}

interface Refusal {
  readonly what: string;
  readonly env?: () => Env;
  readonly args?: readonly string[];
  readonly says: RegExp;
  readonly hint: RegExp;
}

const refusals: readonly Refusal[] = [
  {
    what: 'a wrong bot token',
    env: () => ({ SLACK_BOT_TOKEN: 'xoxb-wrong' }),
    says: /Slack does not accept the tokens/,
    hint: /SLACK_BOT_TOKEN/,
  },
  {
    what: 'a wrong app token',
    env: () => ({ SLACK_APP_TOKEN: 'xapp-wrong' }),
    says: /Slack does not accept the tokens/,
    hint: /SLACK_APP_TOKEN/,
  },
  { what: 'no app token', env: () => ({ SLACK_APP_TOKEN: '' }), says: /app token/, hint: /SLACK_APP_TOKEN/ },
  {
    what: 'a Slack that is not there',
    env: () => ({ SLACK_API_URL: 'http://127.0.0.1:1/api/' }),
    says: /Slack does not answer/,
    hint: /SLACK_API_URL/,
  },
  {
    what: 'a taken port',
    env: () => ({ PORT: String((taken.address() as AddressInfo).port) }),
    says: /port \d+ is taken/,
    hint: /PORT/,
  },
  { what: 'an unknown role', args: ['--role', 'boss'], says: /no role boss/, hint: /--role bot/ },
  {
    what: 'no Argo CD',
    env: () => ({ ARGOCD_SERVER: undefined, ARGOCD_AUTH_TOKEN: undefined }),
    says: /no Argo CD is configured/,
    hint: /ARGOCD_SERVER/,
  },
  {
    what: 'a Redis that throws things away',
    env: () => ({ REDIS_URL: `redis://127.0.0.1:${evicting.port}` }),
    says: /maxmemory-policy is allkeys-lru/,
    hint: /noeviction/,
  },
];

describe('what keeps serve from starting', () => {
  it.each(refusals)('$what', async ({ env: changes, args = [], says, hint }) => {
    const child = await serving.serve({ env: env(changes?.() ?? {}), args });
    expect(await child.exited()).toBe(2);
    const lines = child.said().trimEnd().split('\n');
    const [sentence = '', help = '', ...more] = lines.filter((line) => !line.startsWith('{'));
    expect(sentence).toMatch(/^plumbline: /);
    expect(sentence).toMatch(says);
    expect(help).toMatch(/^ {2}hint: /);
    expect(help).toMatch(hint);
    expect(more).toEqual([]);
  });
});

describe('an Argo CD that is not there', () => {
  it('does not keep serve from starting: it says so, is ready, and goes when told', async () => {
    const child = await serving.serve({ env: env({ ARGOCD_SERVER: 'http://127.0.0.1:1', LOG_LEVEL: 'info' }) });
    await child.ready();
    const port = Number(/on port (\d+)/.exec(child.said())?.[1]);
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
    await eventually('it knows that Argo CD is down', isReady);
    await eventually('it says so', async () => /Argo CD default .*connection/.test(child.said()));
    expect(child.said()).not.toMatch(/^ {4}at /m);
    child.signal('SIGTERM');
    expect(await child.exited()).toBe(0);
    expect(await isListening(port)).toBe(false);
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });
}
