import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { type RunningSlack, type SlackOptions, startSlack } from '../../../../src/demo/slack/start-slack.ts';

export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export function aClock(start = '2026-03-02T09:00:00Z'): TestClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

export interface SlackWithApp {
  readonly slack: RunningSlack;
  readonly app: App;
}

const closing: (() => Promise<unknown>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export async function aSlack(options: SlackOptions = {}): Promise<RunningSlack> {
  const slack = await startSlack(options);
  closing.push(() => slack.close());
  return slack;
}

/** A real Bolt app over Socket Mode. `listen` registers listeners before it starts. */
export async function aSocketApp(listen: (app: App) => void, options: SlackOptions = {}): Promise<SlackWithApp> {
  const slack = await aSlack(options);
  const app = new App({
    token: slack.botToken,
    receiver: new SocketModeReceiver({
      appToken: slack.appToken,
      clientPingTimeout: 50,
      logLevel: LogLevel.ERROR,
      installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
    }),
    logLevel: LogLevel.ERROR,
    convoStore: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  await app.start();
  closing.push(() => app.stop());
  return { slack, app };
}

/** A real Bolt app behind HTTP, known to Slack by its URL. */
export async function anHttpApp(
  listen: (app: App) => void,
  { signingSecret, ...options }: SlackOptions & { readonly signingSecret?: string } = {},
): Promise<SlackWithApp & { readonly url: string }> {
  const slack = await aSlack({ ...options, mode: 'http' });
  const app = new App({
    token: slack.botToken,
    signingSecret: signingSecret ?? slack.signingSecret,
    logLevel: LogLevel.ERROR,
    convoStore: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.stop());
  const address = 'address' in server ? server.address() : null;
  if (address === null || typeof address === 'string') throw new Error('the app does not listen on a port');
  return { slack, app, url: `http://127.0.0.1:${address.port}/slack/events` };
}
