import { z } from 'zod';
import type { BotError } from '../../core/model/errors.ts';
import { NotAllowedError, NotFoundError, RejectedError, UnavailableError } from '../../core/model/errors.ts';

/** An answer that is not the one asked for. */
export interface Refusal {
  readonly status: number;
  /** Absent: not Argo CD's API spoke, but its router or something in front of it. */
  readonly grpcCode?: number;
  readonly text: string;
  /** Milliseconds. */
  readonly retryAfter?: number;
}

/** Who refused, for the sentence. `hide` takes out whatever must not be shown. */
export interface Speaker {
  readonly name: string;
  readonly origin: string;
  hide(text: string): string;
}

interface Verdict {
  readonly is: typeof NotAllowedError | typeof NotFoundError | typeof RejectedError | typeof UnavailableError;
  readonly code: string;
  readonly says: string;
  readonly hint: string;
}

const UNAUTHENTICATED: Verdict = {
  is: NotAllowedError,
  code: 'argocd.unauthenticated',
  says: 'does not accept the token',
  hint: 'Make a new one (argocd account generate-token --account <name>) and put it into the configuration.',
};
const FORBIDDEN: Verdict = {
  is: NotAllowedError,
  code: 'argocd.forbidden',
  says: 'does not allow this, or it does not exist',
  hint: "Check the name, then grant the permission to the bot's account in policy.csv of argocd-rbac-cm.",
};
const SYNC_WINDOW: Verdict = {
  is: RejectedError,
  code: 'argocd.sync-window',
  says: 'keeps to a sync window',
  hint: 'Wait until the window allows it, or ask the owner of the project to change its sync windows.',
};
const NOT_FOUND: Verdict = {
  is: NotFoundError,
  code: 'argocd.not-found',
  says: 'does not know it',
  hint: 'Check name, namespace and project.',
};
const NO_ROUTE: Verdict = {
  is: NotFoundError,
  code: 'argocd.no-such-endpoint',
  says: 'has no such endpoint',
  hint: 'Check that `server` is the address of Argo CD itself, with its root path if it has one, and at least v2.14.',
};
const INVALID: Verdict = {
  is: RejectedError,
  code: 'argocd.rejected',
  says: 'refused the request',
  hint: 'Correct what the message names and try again.',
};
const PRECONDITION: Verdict = {
  is: RejectedError,
  code: 'argocd.precondition',
  says: 'cannot do this in the present state',
  hint: 'Look at the operation and the sync policy of the app; try again when they allow it.',
};
const BUSY: Verdict = {
  is: RejectedError,
  code: 'argocd.busy',
  says: 'runs one operation per app at a time',
  hint: 'Wait until the running operation has ended, or terminate it.',
};
const CONFLICT: Verdict = {
  is: RejectedError,
  code: 'argocd.conflict',
  says: 'found that the object changed at the same moment',
  hint: 'Look at it again and repeat the request.',
};
const RATE_LIMITED: Verdict = {
  is: UnavailableError,
  code: 'argocd.rate-limited',
  says: 'asks for fewer requests',
  hint: 'Wait a moment; lower `requestsPerSecond` of this instance if it happens often.',
};
const TOO_SLOW: Verdict = {
  is: UnavailableError,
  code: 'argocd.timeout',
  says: 'did not finish in time',
  hint: "Look at the load of Argo CD's server, repo-server and controller, then try again.",
};
const UNSUPPORTED: Verdict = {
  is: RejectedError,
  code: 'argocd.unsupported',
  says: 'does not support this',
  hint: 'Upgrade Argo CD, or do without.',
};
const CONTENT_TYPE: Verdict = {
  is: RejectedError,
  code: 'argocd.content-type',
  says: 'does not take JSON',
  hint: 'Let --api-content-types of argocd-server contain application/json, and let no proxy rewrite Content-Type.',
};
/** Plain Go errors arrive as 500/Unknown, caller mistakes and comparison errors included: asking again does not help. */
const FAILED: Verdict = {
  is: RejectedError,
  code: 'argocd.failed',
  says: 'could not answer',
  hint: 'Read its message; if it names a component (redis, repo-server, cluster), repair that first.',
};
const UNAVAILABLE: Verdict = {
  is: UnavailableError,
  code: 'argocd.unavailable',
  says: 'is not available',
  hint: 'Check that argocd-server runs, then try again.',
};
const REDIRECTED: Verdict = {
  is: RejectedError,
  code: 'argocd.redirected',
  says: 'sends us somewhere else, and the token does not follow',
  hint: 'Set `server` to the address it redirects to.',
};

/** grpc-gateway's HTTPStatusFromCode folds several codes into one status, so the code decides where there is one. */
const BY_GRPC_CODE: Readonly<Record<number, Verdict>> = {
  1: TOO_SLOW,
  2: FAILED,
  3: INVALID,
  4: TOO_SLOW,
  5: NOT_FOUND,
  6: CONFLICT,
  7: FORBIDDEN,
  8: RATE_LIMITED,
  9: PRECONDITION,
  10: CONFLICT,
  11: INVALID,
  12: UNSUPPORTED,
  16: UNAUTHENTICATED,
};
const BY_STATUS: Readonly<Record<number, Verdict>> = {
  401: UNAUTHENTICATED,
  403: FORBIDDEN,
  404: NO_ROUTE,
  408: TOO_SLOW,
  409: CONFLICT,
  415: CONTENT_TYPE,
  429: RATE_LIMITED,
  501: UNSUPPORTED,
  504: TOO_SLOW,
};

export function errorFor(refusal: Refusal, speaker: Speaker): BotError {
  const { is, code, says, hint } = verdictOn(refusal);
  const text = speaker.hide(refusal.text.trim());
  const { retryAfter } = refusal;
  return new is(
    code,
    `Argo CD ${speaker.name} ${says}${text === '' ? '' : `: ${text}`} (HTTP ${refusal.status}).`,
    code === FORBIDDEN.code ? (policyLine(text) ?? hint) : hint,
    retryAfter === undefined ? {} : { retryAfter },
  );
}

function verdictOn({ status, grpcCode, text }: Refusal): Verdict {
  // The one refusal that only its text tells from missing permission: SRV Sync answers 7/403 for both.
  if (status === 403 && text.includes('blocked by sync window')) return SYNC_WINDOW;
  // Code 9 is also an app that is being deleted, or a rollback while auto-sync is on: waiting helps with none of these.
  if (grpcCode === 9 && text.includes('another operation is already in progress')) return BUSY;
  const byCode = grpcCode === undefined ? undefined : BY_GRPC_CODE[grpcCode];
  return byCode ?? BY_STATUS[status] ?? byClass(status);
}

function byClass(status: number): Verdict {
  if (status >= 500) return UNAVAILABLE;
  return status >= 400 ? INVALID : REDIRECTED;
}

/** Argo CD names subject, resource, action and object of what it misses: that is the line to add. */
function policyLine(text: string): string | undefined {
  const [, resource, action, object, subject] =
    /^permission denied: ([^,]+), ([^,]+), ([^,]+), sub: ([^,]+)/.exec(text) ?? [];
  if (subject === undefined) return undefined;
  return `Add to policy.csv of argocd-rbac-cm: p, ${subject}, ${resource}, ${action}, ${object}, allow`;
}

const UnaryError = z.object({ code: z.number(), message: z.string() });
const StreamError = z.object({
  error: z.object({ grpc_code: z.number(), http_code: z.number(), message: z.string() }),
});

/** What an error body says; text that is not grpc-gateway's comes from a router or a proxy, and only its start is kept. */
export function parseRefusal(status: number, body: string): Refusal {
  const json = parseJson(body);
  const unary = UnaryError.safeParse(json);
  if (unary.success) return { status, grpcCode: unary.data.code, text: unary.data.message };
  return parseStreamError(json) ?? { status, text: isMarkup(body) ? '' : body.slice(0, 200) };
}

/** An error inside a stream whose status was 200 long ago. */
export function parseStreamError(value: unknown): Refusal | undefined {
  const found = StreamError.safeParse(value);
  if (!found.success) return undefined;
  const { grpc_code, http_code, message } = found.data.error;
  return { status: http_code, grpcCode: grpc_code, text: message };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isMarkup(body: string): boolean {
  return body.trimStart().startsWith('<');
}
