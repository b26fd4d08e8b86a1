import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { InputBlock, ModalView } from '@slack/types';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type RunningSlack, type SlackOptions, startSlack } from '../../slack/start-slack.ts';

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

/** What the libraries say of faults that a test causes on purpose. */
export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

export interface SlackWithApp {
  readonly slack: RunningSlack;
  readonly app: App;
}

const closing: (() => Promise<unknown>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** Waits for what shows in no event: looks again on every turn of the event loop. */
export async function settled(isDone: () => boolean, withinMs = 5000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`did not happen within ${withinMs} ms: ${isDone.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function aSlack(options: SlackOptions = {}): Promise<RunningSlack> {
  const slack = await startSlack(options);
  closing.push(() => slack.close());
  return slack;
}

/**
 * A real Bolt app over Socket Mode. `listen` registers its listeners before it starts. The ping timeout is also the
 * time the client waits before it connects again.
 */
export async function aSocketApp(
  listen: (app: App) => void,
  { clientPingTimeout = 5000, ...options }: SlackOptions & { readonly clientPingTimeout?: number } = {},
  running?: RunningSlack,
): Promise<SlackWithApp> {
  const slack = running ?? (await aSlack(options));
  const app = new App({
    token: slack.botToken,
    receiver: new SocketModeReceiver({
      appToken: slack.appToken,
      clientPingTimeout,
      logger: silent,
      installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
    }),
    logger: silent,
    convoStore: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  await app.start();
  closing.push(() => app.stop());
  return { slack, app };
}

export interface RawSocket {
  readonly url: string;
  readonly messages: readonly { readonly type: string; readonly [key: string]: unknown }[];
}

/** A bare Socket Mode connection, greeted. */
export async function aSocket(slack: RunningSlack): Promise<RawSocket> {
  const answer = await fetch(`${slack.apiUrl}apps.connections.open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.appToken}` },
  });
  const { url } = z.object({ url: z.string() }).parse(await answer.json());
  const messages: RawSocket['messages'][number][] = [];
  const socket = new WebSocket(url);
  socket.on('message', (data) => messages.push(z.looseObject({ type: z.string() }).parse(JSON.parse(String(data)))));
  await settled(() => messages.length > 0);
  return { url, messages };
}

/** A real Bolt app behind HTTP, known to Slack by its URL. */
export async function anHttpApp(
  listen: (app: App) => void,
  { signingSecret, ...options }: SlackOptions & { readonly signingSecret?: string } = {},
): Promise<SlackWithApp & { readonly url: string }> {
  const slack = await aSlack({ mode: 'http', ...options });
  const app = new App({
    token: slack.botToken,
    signingSecret: signingSecret ?? slack.signingSecret,
    logger: silent,
    convoStore: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.stop());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the app does not listen on a port');
  return { slack, app, url: `http://127.0.0.1:${address.port}/slack/events` };
}

export function anInput(blockId: string, label: string): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: { type: 'plain_text', text: label },
    element: { type: 'plain_text_input', action_id: 'answer' },
  };
}

export function aModal(title: string, ...blocks: ModalView['blocks']): ModalView {
  return {
    type: 'modal',
    callback_id: title.toLowerCase(),
    title: { type: 'plain_text', text: title },
    submit: { type: 'plain_text', text: 'Send' },
    blocks,
  };
}

/** A request with two buttons in the platform channel. */
export async function aPost({ client }: App): Promise<void> {
  await client.chat.postMessage({
    channel: 'C0PLATFORM',
    text: 'Delete 17 objects?',
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'Delete 17 objects?' } },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'plan.approve', value: 'plan-1', text: { type: 'plain_text', text: 'Approve' } },
          { type: 'button', action_id: 'plan.deny', value: 'plan-1', text: { type: 'plain_text', text: 'Deny' } },
        ],
      },
    ],
  });
}
