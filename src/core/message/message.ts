import type { Alert } from '../digest/alert.ts';
import type { Digest } from '../digest/digest.ts';

/** What is said in a channel, in domain words; the Slack edge renders it. JSON-serialisable: it waits in the outbox. */
export type Message =
  | { readonly type: 'digest'; readonly digest: Digest }
  | { readonly type: 'alert'; readonly alert: Alert }
  /** Below an alert, once: an edit of the alert itself notifies nobody. */
  | { readonly type: 'alert-over'; readonly alert: Alert };
