import { type Logger, pino } from 'pino';
import type { Log, LogFields } from '../../ports/log.ts';

export interface LogOptions {
  readonly level: string;
  /** Standard error unless told otherwise: answers go to standard output. */
  readonly destination?: NodeJS.WritableStream;
  readonly now?: () => Date;
}

/** Belt and braces: nothing that holds a credential is logged on purpose. */
const NEVER = [
  'token',
  'botToken',
  'appToken',
  'signingSecret',
  'password',
  'authorization',
  'url',
  'response_url',
  'trigger_id',
];
const MAX_TEXT = 2000;

export function makeLog({ level, destination = process.stderr, now = () => new Date() }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...NEVER, ...NEVER.map((name) => `*.${name}`)], censor: '[hidden]' },
      serializers: { error: describe },
    },
    destination,
  );
  return wrapped(logger);
}

function wrapped(logger: Logger): Log {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    with: (fields: LogFields) => wrapped(logger.child(fields)),
  };
}

/** Messages of foreign errors may hold whole bodies: they are cut. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_TEXT);
  const { name, message, stack, cause } = error;
  return {
    name,
    message: message.slice(0, MAX_TEXT),
    stack: stack?.slice(0, MAX_TEXT),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  };
}
