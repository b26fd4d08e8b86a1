import type { RequestListener } from 'node:http';
import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { ConfigError, NotAllowedError, UnavailableError } from '../core/model/errors.ts';
import type { Log } from '../ports/log.ts';
import type { Pace } from '../ports/pace.ts';
import { isFresh } from './fresh-request.ts';
import { slackError } from './web/errors.ts';

export type SlackConnection =
  | { readonly mode: 'socket'; readonly botToken: string; readonly appToken: string; readonly apiUrl?: string }
  | { readonly mode: 'http'; readonly botToken: string; readonly signingSecret: string; readonly apiUrl?: string };

export interface SlackEdge {
  readonly app: App;
  /** HTTP mode: what `POST /slack/events` is handed to. */
  readonly requestListener?: RequestListener;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether Slack can reach us now. */
  isConnected(): boolean;
}

/** The client that listeners get: a person waits, so it gives up soon. The SDK's own default waits for half an hour. */
const CLIENT = { timeout: 5000, retryConfig: { retries: 2, minTimeout: 500, maxTimeout: 3000 } } as const;
/** The SDK leaves a hole of this length after every lost connection; its default is 5 s. */
export const PING_TIMEOUT_MS = 2000;

/** Nothing is contacted before `start`. */
export function makeSlackEdge(connection: SlackConnection, log: Log, pace: Pick<Pace, 'limit'>): SlackEdge {
  const logger = boltLogger(log);
  const api = connection.apiUrl === undefined ? {} : { slackApiUrl: connection.apiUrl };
  const receiver =
    connection.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: connection.appToken,
          logger,
          clientPingTimeout: pace.limit(PING_TIMEOUT_MS),
          // an object of its own: the SDK writes its hundred retries into it
          installerOptions: { clientOptions: { ...api } },
        })
      : new HTTPReceiver({ signingSecret: connection.signingSecret, logger, endpoints: '/slack/events' });
  const app = new App({
    token: connection.botToken,
    receiver,
    logger,
    deferInitialization: true,
    extendedErrorHandler: true,
    convoStore: false,
    clientOptions: { ...CLIENT, timeout: pace.limit(CLIENT.timeout), ...api },
  });
  // what listeners throw is answered by them (listeners/listen.ts); this is what Bolt itself could not do
  app.error(async ({ error }: { readonly error: unknown }) => log.error('a listener failed', { error }));
  let connected = connection.mode === 'http';
  if (receiver instanceof SocketModeReceiver) {
    receiver.client.on('connected', () => (connected = true));
    receiver.client.on('disconnected', () => (connected = false));
    receiver.client.on('reconnecting', () => (connected = false));
  }

  return {
    app,
    ...(receiver instanceof HTTPReceiver ? { requestListener: freshOnly(receiver.requestListener) } : {}),
    async start() {
      try {
        await app.init();
        if (connection.mode === 'socket') await app.start();
      } catch (error) {
        throw startError(error, connection);
      }
    },
    async stop() {
      if (connection.mode === 'socket') await app.stop();
    },
    isConnected: () => connected,
  };
}

/** Bolt refuses old timestamps but takes any of the future: a captured request must not stay valid for a day. */
function freshOnly(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isFresh(request.headers['x-slack-request-timestamp'], new Date())) return listener(request, response);
    response.writeHead(401).end();
  };
}

function startError(error: unknown, { mode }: SlackConnection): unknown {
  const known = slackError(error);
  if (known instanceof NotAllowedError) {
    const variable =
      mode === 'socket' ? 'SLACK_BOT_TOKEN and SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET';
    return new ConfigError(
      'slack.invalid-auth',
      'Slack does not accept the tokens',
      `set ${variable} to those of this workspace’s app`,
      { cause: error },
    );
  }
  if (known instanceof UnavailableError) {
    const hint = 'check that this machine reaches https://slack.com, and SLACK_API_URL if it is set; then start again';
    return new UnavailableError('slack.unreachable', known.message, hint, { cause: error });
  }
  return known;
}

/** Bolt's lines in our log; it is talkative below warnings, and its debug lines hold payloads. */
function boltLogger(log: Log): Logger {
  const say =
    (level: 'warn' | 'error') =>
    (...parts: readonly unknown[]) =>
      log[level]('bolt', { says: parts.map(String).join(' ').slice(0, 500) });
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: say('warn'),
    error: say('error'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
