import type { JsonObject } from '../../src/core/model/json.ts';

/** What Slack sends to an app. */
export interface Outgoing {
  readonly kind: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
  /** Events are sent again when the app does not answer. */
  readonly retry?: { readonly attempt: number; readonly reason: string };
}

export type Acknowledgement =
  | { readonly status: 'acked'; readonly afterMs: number; readonly body: JsonObject | undefined }
  /** No answer in time. */
  | { readonly status: 'timeout' }
  /** An answer other than 2xx. */
  | { readonly status: 'refused'; readonly code: number; readonly noRetry: boolean }
  /** Nobody to send it to, or the connection broke. */
  | { readonly status: 'unreachable' };

export interface Delivery {
  deliver(outgoing: Outgoing): Promise<Acknowledgement>;
}
