import { makeMasker } from '../../core/mask/mask.ts';
import {
  type BotError,
  NotAllowedError,
  NotFoundError,
  RejectedError,
  StaleError,
  UnavailableError,
} from '../../core/model/errors.ts';
import { MAX_ANSWER_BYTES } from './body.ts';
import { Status } from './schema.ts';

/** Admission webhooks may answer with pages of text. */
const MAX_MESSAGE = 600;

/** 404 without a Status: the path itself is unknown, so the kind or its version is not served (any more). */
export class UnknownPathError extends NotFoundError {}

/** A continue token is older than what the API server remembers (410). It may offer one to go on with. */
export class ExpiredError extends UnavailableError {
  readonly continueToken: string | undefined;

  constructor(code: string, message: string, hint: string, continueToken: string | undefined) {
    super(code, message, hint);
    this.continueToken = continueToken;
  }
}

export interface Refusal {
  readonly cluster: string;
  readonly status: number;
  readonly body: string;
  /** Milliseconds, from the Retry-After header. */
  readonly retryAfter?: number;
}

/** What a status says when the answer carries no reason: a proxy, not the API server, wrote it. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'expired',
  422: 'invalid',
  429: 'too-many-requests',
  500: 'internal-error',
  502: 'bad-gateway',
  503: 'service-unavailable',
  504: 'timeout',
};

/** The only translation of API server answers. By status and reason: messages are shown, never read. */
export function errorFor({ cluster, status, body, retryAfter }: Refusal): BotError {
  const answer = parseStatus(body);
  const reason = kebab(answer?.reason) ?? REASONS[status] ?? `http-${status}`;
  const code = `kubernetes.${reason}`;
  const said = answer?.message === undefined || answer.message === '' ? `HTTP ${status}` : shown(answer.message);
  const message = `Kubernetes cluster ${cluster}: ${said}`;

  if (status < 400) return notUnderstood(cluster);
  if (status === 401)
    return new NotAllowedError(code, message, `renew the credentials for cluster ${cluster}: they are not accepted`);
  if (status === 403)
    return new NotAllowedError(
      code,
      message,
      'grant the right that the message names (kubectl auth can-i --list shows what there is), or make room if it names a quota',
    );
  if (status === 404) {
    const NotFound = answer ? NotFoundError : UnknownPathError;
    return new NotFound(code, message, 'check name, namespace and cluster, or refresh: it may be gone');
  }
  if (status === 409 && answer?.reason === 'AlreadyExists')
    return new StaleError('kubernetes.exists', message, 'read what is there under that name and decide anew');
  if (status === 409 || isForeignUid(status, answer))
    return new StaleError(
      isForeignUid(status, answer) ? 'kubernetes.conflict' : code,
      message,
      'read the object again and decide anew: it changed meanwhile',
    );
  if (status === 410) return new ExpiredError(code, message, 'start the list again', answer?.metadata?.continue);
  if (status === 429 || status >= 500) {
    const seconds = answer?.details?.retryAfterSeconds;
    const wait = retryAfter ?? (seconds === undefined || seconds === 0 ? undefined : seconds * 1000);
    return new UnavailableError(
      code,
      message,
      `try again shortly; if it stays, look at the API server of cluster ${cluster}`,
      wait === undefined ? {} : { retryAfter: wait },
    );
  }
  if (!answer) return notUnderstood(cluster);
  return new RejectedError(code, message, 'correct what the message names: the API server read it and refused');
}

export function notServed(cluster: string, what: string): NotFoundError {
  return new NotFoundError(
    'kubernetes.not-served',
    `Kubernetes cluster ${cluster} serves no ${what}`,
    'install its CustomResourceDefinition, or point at the cluster that has it',
  );
}

/** Whoever talks there is no API server, or the answer was cut off. */
export function notUnderstood(cluster: string, cause?: unknown): UnavailableError {
  return new UnavailableError(
    'kubernetes.garbage',
    `Kubernetes cluster ${cluster} answered with something that is not the Kubernetes API`,
    'check the server address of the context, and whether a proxy or login page stands in between',
    { cause },
  );
}

/** Asking again brings the same answer; asking for less does not. */
export class TooLargeError extends RejectedError {}

export function tooLarge(cluster: string, isRepeatable: boolean): TooLargeError | UnavailableError {
  const code = 'kubernetes.answer-too-large';
  const most = MAX_ANSWER_BYTES / 1024 / 1024;
  const message = `Kubernetes cluster ${cluster} sent more than ${most} MiB in one answer; the rest was not read`;
  if (!isRepeatable)
    return new UnavailableError(code, message, 'read the object before you repeat this: the write may have arrived');
  return new TooLargeError(
    code,
    message,
    'check the server address of the context, and whether there is a proxy in between: no object is that large',
  );
}

/** A uid that is not the object's is refused as an invalid change of an immutable field by some kinds. */
function isForeignUid(status: number, answer: Status | undefined): boolean {
  return status === 422 && (answer?.details?.causes ?? []).some(({ field }) => field === 'metadata.uid');
}

function parseStatus(body: string): Status | undefined {
  try {
    return Status.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function shown(message: string): string {
  const line = makeMasker().text(message).replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE)}…`;
}

/** `TooManyRequests` → `too-many-requests`. */
function kebab(reason: string | undefined): string | undefined {
  return reason === undefined || reason === ''
    ? undefined
    : reason.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}
