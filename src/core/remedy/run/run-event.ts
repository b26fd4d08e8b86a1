import type { GuardAnswer } from './answer-guard.ts';
import type { AppHealth } from './health.ts';

/** What a run asks of whoever performs it. Each is answered by one event, recorded before the next is asked for. */
export type RunAction =
  | { readonly do: 'start' }
  /** Read everything again: content, sync windows, policy. */
  | { readonly do: 'recheck' }
  /** Before the first effect; saving it twice is saving it once. */
  | { readonly do: 'save-bundle' }
  | { readonly do: 'guard'; readonly step: number; readonly wasAttempted: boolean }
  /** Whether it may still be done: policy, freezes, sync windows, expiry. Asked by who goes on with another's run. */
  | { readonly do: 'reauthorize'; readonly step: number }
  /** With the resourceVersion that the guard has just read. */
  | { readonly do: 'act'; readonly step: number }
  | { readonly do: 'check'; readonly step: number }
  /** Of every affected app, without the plan's own objects. */
  | { readonly do: 'watch-health'; readonly step: number }
  /** Refresh, and say what the app is like now. */
  | { readonly do: 'prove' }
  | { readonly do: 'guard-undo'; readonly step: number }
  | { readonly do: 'undo'; readonly step: number }
  | { readonly do: 'wait' };

interface At {
  readonly at: string;
}

interface AtStep extends At {
  readonly step: number;
}

/** `because` is absent where all is well. */
export type RunEvent =
  | (At & { readonly type: 'started'; readonly restoresByItself: boolean })
  /** `health`: of every affected app, before the first step. */
  | (At & { readonly type: 'rechecked'; readonly because?: string; readonly health?: readonly AppHealth[] })
  | (At & { readonly type: 'bundle-saved'; readonly bundleId: string })
  | (AtStep & { readonly type: 'guarded'; readonly answer: GuardAnswer })
  | (AtStep & { readonly type: 'reauthorized'; readonly because?: string })
  | (AtStep & { readonly type: 'acted' })
  /** The write's precondition did not hold (409). */
  | (AtStep & { readonly type: 'conflicted' })
  | (AtStep & { readonly type: 'checked'; readonly because?: string })
  | (AtStep & { readonly type: 'health-watched'; readonly because?: string })
  /** Once all steps are done: what the app is like now. */
  | (At & { readonly type: 'proved'; readonly proof: Proof })
  /** Somebody refused, or time is up: not worth another try. */
  | (At & { readonly type: 'failed'; readonly because: string })
  | (At & { readonly type: 'restore-asked'; readonly by: string; readonly role: string })
  | (AtStep & { readonly type: 'undo-guarded'; readonly answer: GuardAnswer })
  | (AtStep & { readonly type: 'undone' })
  | (AtStep & { readonly type: 'undo-failed'; readonly because: string });

/** What a run brought about, as Argo CD says after a refresh. */
export interface Proof {
  readonly sync: string;
  readonly health: string;
  /** Findings that the app still has; undefined: not checked. */
  readonly findingsLeft?: number;
}
