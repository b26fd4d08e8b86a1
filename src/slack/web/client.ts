import { LogLevel, WebClient } from '@slack/web-api';
import { defined } from '../../core/model/defined.ts';

export interface SlackWebOptions {
  readonly botToken: string;
  readonly apiUrl?: string;
  readonly timeoutMs?: number;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch;
}

/**
 * For the worker: a post that may have arrived is never repeated by the client (it would stand there twice), and a rate limit
 * comes back as an error instead of holding up every other call. By default the SDK retries ten times within half an hour.
 */
export function makeWorkerClient({ botToken, apiUrl, timeoutMs = 10_000, fetch }: SlackWebOptions): WebClient {
  return new WebClient(botToken, {
    ...defined({ slackApiUrl: apiUrl, fetch }),
    timeout: timeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // every failure comes back as an error and is logged with what it was about
    logLevel: LogLevel.ERROR,
  });
}
