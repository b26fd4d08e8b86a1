import type { AppHandle } from './argocd.ts';

/** What can be asked of the workers. Asking twice while the first has not ended is asking once. */
export type Job =
  | {
      readonly type: 'scan';
      readonly instance: string;
      readonly reason: 'schedule' | 'person' | 'start';
      readonly full?: boolean;
    }
  | { readonly type: 'look'; readonly instance: string; readonly app: AppHandle }
  | { readonly type: 'publish'; readonly instance: string }
  | { readonly type: 'deliver'; readonly channel: string }
  | { readonly type: 'tick' }
  /** What can be done about the app; the answer is the offer of this id. */
  | { readonly type: 'plan'; readonly instance: string; readonly app: AppHandle; readonly offerId: string }
  /** Run or restore the plan, as far as its events say it should. */
  | { readonly type: 'run'; readonly instance: string; readonly planId: string };

export interface Queue {
  /** Fails at once when the queue does not answer: a person waits. @throws UnavailableError */
  ask(job: Job, options?: { readonly delayMs?: number }): Promise<void>;
}
