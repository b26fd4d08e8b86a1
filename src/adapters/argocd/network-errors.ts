import { RejectedError, UnavailableError } from '../../core/model/errors.ts';
import type { Speaker } from './errors.ts';
import type { TooLarge } from './limits.ts';

interface Cause {
  readonly code: string;
  readonly says: string;
  readonly hint: string;
}

const UNKNOWN_CA: Cause = {
  code: 'argocd.unknown-ca',
  says: 'has a certificate of an authority that is not trusted here',
  hint: 'Give the certificate of that authority as `ca` of this instance.',
};
const NO_NAME: Cause = {
  code: 'argocd.dns',
  says: 'has a host name that cannot be resolved',
  hint: 'Check the spelling of `server` and that this machine resolves the name.',
};
const UNREACHABLE: Cause = {
  code: 'argocd.unreachable',
  says: 'cannot be reached: there is no route to it or it does not pick up',
  hint: 'Check host and port of `server`, firewalls and network policies.',
};
const RESET: Cause = {
  code: 'argocd.reset',
  says: 'closed the connection before it answered',
  hint: 'Try again; if it stays, check the proxy in front of Argo CD, and write http:// if Argo CD runs with --insecure.',
};
const NOT_TLS: Cause = {
  code: 'argocd.not-tls',
  says: 'does not speak TLS',
  hint: 'Write `server` with http:// if Argo CD runs with --insecure, or give its TLS port.',
};
const BROKEN_ANSWER: Cause = {
  code: 'argocd.broken-answer',
  says: 'sent an answer that is cut off or is not JSON',
  hint: 'Try again; if it stays, check the proxy in front of Argo CD.',
};

const BY_CODE: Readonly<Record<string, Cause>> = {
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: {
    code: 'argocd.refused',
    says: 'refuses connections',
    hint: 'Check that argocd-server runs and that the port of `server` is right.',
  },
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  UND_ERR_CONNECT_TIMEOUT: UNREACHABLE,
  CERT_HAS_EXPIRED: {
    code: 'argocd.certificate-expired',
    says: 'has an expired certificate',
    hint: 'Renew the certificate of Argo CD (or of the proxy in front of it).',
  },
  CERT_NOT_YET_VALID: {
    code: 'argocd.certificate-not-yet-valid',
    says: 'has a certificate that is not valid yet',
    hint: 'Check the clock of this machine.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    code: 'argocd.certificate-name',
    says: 'has a certificate for another name',
    hint: 'Use a name that the certificate lists as `server`.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CA,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  EPROTO: NOT_TLS,
  ECONNRESET: RESET,
  EPIPE: RESET,
  UND_ERR_SOCKET: RESET,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKEN_ANSWER,
  Z_BUF_ERROR: BROKEN_ANSWER,
  Z_DATA_ERROR: BROKEN_ANSWER,
};

/** Where the connection failed, not the request: nothing can have arrived. */
const NEVER_SENT = new Set([
  NO_NAME.code,
  UNREACHABLE.code,
  UNKNOWN_CA.code,
  NOT_TLS.code,
  'argocd.refused',
  'argocd.certificate-expired',
  'argocd.certificate-not-yet-valid',
  'argocd.certificate-name',
]);

export function networkError(error: unknown, speaker: Speaker): UnavailableError {
  return unavailable(BY_CODE[codeOf(error)] ?? RESET, speaker, error);
}

/** Asking again brings the same answer. */
export function tooLarge({ most }: TooLarge, { name, origin }: Speaker): RejectedError {
  return new RejectedError(
    'argocd.answer-too-large',
    `Argo CD ${name} at ${origin} sent more than ${most / 1024 / 1024} MiB in one answer; the rest was not read.`,
    'Split the application or move large objects out of it; if it is no large application, check the proxy in front of Argo CD.',
  );
}

/** Without a cause: a parser's message quotes the text. */
export function brokenAnswer(speaker: Speaker): UnavailableError {
  return unavailable(BROKEN_ANSWER, speaker);
}

export function timeoutError(milliseconds: number, speaker: Speaker): UnavailableError {
  return new UnavailableError(
    'argocd.timeout',
    `Argo CD ${speaker.name} at ${speaker.origin} did not answer within ${Math.round(milliseconds / 100) / 10} s.`,
    "Look at the load of Argo CD's server and controller, or raise `timeout` of this instance.",
  );
}

/** 2xx, but not what Argo CD's API sends: a login page, another product. */
export function foreignAnswer(what: string, speaker: Speaker): RejectedError {
  return new RejectedError(
    'argocd.not-argocd',
    `${speaker.origin} (Argo CD ${speaker.name}) answered with ${what}, not as Argo CD does.`,
    'Check that `server` is the address of Argo CD itself and that no login page stands in front of its API.',
  );
}

/** A write whose answer was lost. Whoever repeats it must look first. */
export function outcomeUnknown(cause: UnavailableError, speaker: Speaker): UnavailableError {
  if (NEVER_SENT.has(cause.code)) return cause;
  return new UnavailableError(
    'argocd.outcome-unknown',
    `It is not known whether Argo CD ${speaker.name} did it. ${cause.message}`,
    'Look at the app and its operation before trying again: the request may have arrived.',
    { cause },
  );
}

function unavailable({ code, says, hint }: Cause, { name, origin }: Speaker, cause?: unknown): UnavailableError {
  return new UnavailableError(
    code,
    `Argo CD ${name} at ${origin} ${says}.`,
    hint,
    cause === undefined ? {} : { cause },
  );
}

/** With several addresses for a name Node throws an AggregateError whose own code is that of the first. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}
