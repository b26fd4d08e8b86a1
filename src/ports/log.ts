/** Structured log lines: `message` never varies, what varies is in `fields`. Values are redacted by their sources. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with fields on every line, such as the correlation id. */
  with(fields: LogFields): Log;
}

export type LogFields = Readonly<Record<string, unknown>>;
