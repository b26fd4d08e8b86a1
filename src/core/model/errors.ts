/**
 * What can go wrong at the edges of the world. "No drift", "not allowed", "nothing to fix" are answers, not errors.
 * `hint` is always an instruction. Adapters translate foreign errors once, by status or code, never by message.
 */
export abstract class BotError extends Error {
  /** `<system>.<reason>`, stable across releases. */
  readonly code: string;
  readonly hint: string;
  abstract readonly retry: boolean;

  constructor(code: string, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
  }
}

/** We did not understand you. */
export class UsageError extends BotError {
  readonly retry = false;
}

/** It does not exist, or you may not see it. */
export class NotFoundError extends BotError {
  readonly retry = false;
}

/** Policy or RBAC says no. */
export class NotAllowedError extends BotError {
  readonly retry = false;
}

/** The world moved since the Plan was made. */
export class StaleError extends BotError {
  readonly retry = false;
}

/** A dependency is down, slow or limiting. */
export class UnavailableError extends BotError {
  readonly retry = true;
  /** Milliseconds the dependency asked us to wait. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, hint: string, options?: ErrorOptions & { retryAfter?: number }) {
    super(code, message, hint, options);
    this.retryAfter = options?.retryAfter;
  }
}

/** A dependency understood and refused. */
export class RejectedError extends BotError {
  readonly retry = false;
}

/** Cannot start. All problems at once. */
export class ConfigError extends BotError {
  readonly retry = false;
}
