import { performance } from 'node:perf_hooks';
import { isObject, type Json, type JsonObject, stringAt } from '../../../src/core/model/json.ts';
import type { Acknowledgement, Delivery, Outgoing } from '../delivery.ts';
import { signatureHeaders } from './sign.ts';

export interface HttpDelivery extends Delivery {
  /** Sets the app's request URL, after Slack's own check that it echoes a challenge. */
  setUrl(url: string): Promise<void>;
}

export interface HttpDeliveryOptions {
  readonly signingSecret: () => string;
  readonly ackTimeoutMs: number;
}

const FORM = 'application/x-www-form-urlencoded';

export function makeHttpDelivery({ signingSecret, ackTimeoutMs }: HttpDeliveryOptions): HttpDelivery {
  let target: string | undefined;

  /** Signed with the machine's own time: the app compares it with its machine's. */
  function post(url: string, type: string, body: string, headers: Readonly<Record<string, string>> = {}) {
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': type,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        accept: 'application/json,*/*',
        ...signatureHeaders(signingSecret(), body, Math.floor(Date.now() / 1000)),
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(ackTimeoutMs),
    });
  }

  return {
    async setUrl(url) {
      const challenge = 'plumbline-challenge';
      const body = JSON.stringify({ type: 'url_verification', token: 'verification', challenge });
      const response = await post(url, 'application/json', body);
      const echoed = stringAt(bodyOf(await response.text()), 'challenge');
      if (response.status !== 200 || echoed !== challenge)
        throw new Error(`${url} did not answer the challenge (status ${response.status})`);
      target = url;
    },
    async deliver(outgoing) {
      if (target === undefined) return { status: 'unreachable' };
      const { type, body } = encoded(outgoing);
      const { retry } = outgoing;
      const sentAt = performance.now();
      try {
        const response = await post(target, type, body, {
          ...(retry && { 'x-slack-retry-num': String(retry.attempt), 'x-slack-retry-reason': retry.reason }),
        });
        const text = await response.text();
        if (response.ok) return { status: 'acked', afterMs: performance.now() - sentAt, body: bodyOf(text) };
        return {
          status: 'refused',
          code: response.status,
          noRetry: response.headers.get('x-slack-no-retry') === '1',
        } satisfies Acknowledgement;
      } catch (error) {
        return { status: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable' };
      }
    },
  };
}

/** Commands are plain forms, interactions a form with one JSON field, events JSON. */
function encoded({ kind, payload }: Outgoing): { readonly type: string; readonly body: string } {
  switch (kind) {
    case 'events_api':
      return { type: 'application/json', body: JSON.stringify(payload) };
    case 'interactive':
      return { type: FORM, body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString() };
    case 'slash_commands':
      return { type: FORM, body: new URLSearchParams(textsOf(payload)).toString() };
  }
}

function textsOf(payload: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]));
}

/** An answer that is not JSON is the text of a message. */
function bodyOf(text: string): JsonObject | undefined {
  if (text === '') return undefined;
  try {
    const parsed = JSON.parse(text) as Json;
    return isObject(parsed) ? parsed : { text };
  } catch {
    return { text };
  }
}
