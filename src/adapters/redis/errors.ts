import { BotError, NotAllowedError, UnavailableError } from '../../core/model/errors.ts';

/* Redis puts the kind of an error in its first word; ioredis gives its own errors a name, or none at all. */

const NOT_NOW = new Set([
  'LOADING',
  'READONLY',
  'CLUSTERDOWN',
  'MASTERDOWN',
  'TRYAGAIN',
  'BUSY',
  'MISCONF',
  'NOREPLICAS',
]);
const FORBIDDEN = new Set(['NOAUTH', 'WRONGPASS', 'NOPERM']);
/** Connection lost, refused, timed out, closed: without a name where ioredis words them itself. */
const CONNECTION = new Set([
  'Error',
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
  'AbortError',
  'InterruptError',
]);

const CHECK = 'Check that Redis runs, that REDIS_URL names it and that this machine reaches it.';

export function unavailable(cause?: unknown): UnavailableError {
  const code = codeOf(cause);
  const says = code === undefined ? 'Redis does not answer.' : `Redis does not answer: ${code}.`;
  return new UnavailableError('redis.unavailable', says, CHECK, { cause });
}

/** ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED …; a Cluster keeps the error of the node that it asked last. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if ('lastNodeError' in cause) return codeOf(cause.lastNodeError);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** Anything that is neither Redis nor the way to it is a bug and stays what it is. */
export function redisError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BotError) return error;
  if (error.name === 'ReplyError') return replyError(error);
  return CONNECTION.has(error.name) ? unavailable(error) : error;
}

function replyError(error: Error): Error {
  const kind = replyKind(error);
  if (NOT_NOW.has(kind)) {
    return new UnavailableError('redis.not-ready', `Redis cannot serve now: ${kind}.`, 'Wait, or look at its log.', {
      cause: error,
    });
  }
  if (kind === 'OOM') {
    const hint = 'Raise maxmemory of Redis, or shorten the retention.';
    return new UnavailableError('redis.full', 'Redis is at its memory limit and takes no more.', hint, {
      cause: error,
    });
  }
  if (FORBIDDEN.has(kind)) {
    const hint = 'Give a user and password in REDIS_URL that may read and write the keys of Plumbline.';
    return new NotAllowedError('redis.forbidden', `Redis refuses these credentials: ${kind}.`, hint, { cause: error });
  }
  return error;
}

export function replyKind(error: unknown): string {
  return error instanceof Error && error.name === 'ReplyError' ? (error.message.split(' ', 1)[0] ?? '') : '';
}

export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw redisError(error);
  }
}

type Port<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** The port with every foreign error translated, once, here. */
export function guarded<T extends Port<T>>(port: T): T {
  const wrap =
    (method: (...args: never[]) => Promise<unknown>) =>
    (...args: never[]) =>
      asking(() => method(...args));
  return Object.fromEntries(
    Object.entries<(...args: never[]) => Promise<unknown>>(port).map(([name, method]) => [name, wrap(method)]),
  ) as T;
}
