import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Refusal } from '../validate/message.ts';
import { describe } from '../validate/message.ts';
import type { Problem } from '../validate/schema.ts';

/** `{ok: false, error}`, with what Slack adds to it. */
export class ApiError extends Error {
  readonly error: string;
  readonly details: JsonObject;

  constructor(error: string, details: JsonObject = {}) {
    super(error);
    this.error = error;
    this.details = details;
  }
}

export function withProblems(error: string, problems: readonly Problem[]): ApiError {
  if (problems.length === 0) return new ApiError(error);
  const errors = problems.map(describe);
  return new ApiError(error, { errors, response_metadata: { messages: errors.map((text) => `[ERROR] ${text}`) } });
}

export function refused({ error, problems }: Refusal): ApiError {
  return withProblems(error, problems);
}

export function invalidArguments(...messages: readonly string[]): ApiError {
  return new ApiError('invalid_arguments', {
    response_metadata: { messages: messages.map((text) => `[ERROR] ${text}`) },
  });
}
