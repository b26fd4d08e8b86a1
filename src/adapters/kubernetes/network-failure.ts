import { BotError, UnavailableError } from '../../core/model/errors.ts';

/** Why one attempt brought no answer, and what may be done about it. */
export interface Failure {
  readonly error: BotError;
  /** No byte of the request left this machine: even a write may be sent again. */
  readonly neverSent: boolean;
  /** Worth another try. */
  readonly passes: boolean;
}

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
]);

/** OpenSSL's verdicts as Node names them. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export interface Attempt {
  readonly cluster: string;
  readonly isRepeatable: boolean;
  /** Our own timeout ended it: undici's error looks like any abort then. */
  readonly isTimeout: boolean;
}

/** What undici or the login threw. */
export function networkFailure(thrown: unknown, { cluster, isRepeatable, isTimeout }: Attempt): Failure {
  if (thrown instanceof BotError) return { error: thrown, neverSent: false, passes: false };
  const code = codeOf(thrown);
  if (CERTIFICATE.test(code))
    return {
      error: unavailable(
        'certificate',
        `${cluster} shows a certificate that cannot be trusted (${code})`,
        TRUST,
        thrown,
      ),
      neverSent: true,
      passes: false,
    };
  if (NEVER_SENT.has(code))
    return {
      error: unavailable('unreachable', `${cluster} cannot be reached (${code})`, REACH, thrown),
      neverSent: true,
      passes: true,
    };
  const hint = isRepeatable ? REACH : 'read the object before you repeat this: the write may have arrived';
  return {
    error: isTimeout
      ? unavailable('timeout', `${cluster} did not answer in time`, hint, thrown)
      : unavailable('reset', `${cluster} broke the connection (${code === '' ? 'unknown' : code})`, hint, thrown),
    neverSent: false,
    passes: !isTimeout,
  };
}

const REACH = 'check that the API server runs and that this machine reaches it';
const TRUST = 'put the right certificate-authority into the kubeconfig, or renew the API server’s certificate';

function unavailable(reason: string, what: string, hint: string, cause: unknown): UnavailableError {
  return new UnavailableError(`kubernetes.${reason}`, `Kubernetes cluster ${what}`, hint, { cause });
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown.cause === undefined ? '' : codeOf(thrown.cause);
}
