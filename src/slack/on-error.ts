import { BotError } from '../core/model/errors.ts';
import type { Log } from '../ports/log.ts';
import { renderError } from './render/answers/error.ts';
import type { Rendered } from './render/kit/rendered.ts';

/** Slack did not take an answer: an apology would not arrive either, or follow an answer that did. */
export class UnheardError extends Error {
  constructor(cause: unknown) {
    super('Slack did not take the answer', { cause });
    this.name = new.target.name;
  }
}

/** @throws UnheardError instead of whatever went wrong on the way to Slack */
export async function heard(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    throw new UnheardError(error);
  }
}

/** The one place where a failure becomes a sentence in Slack. Never a stack trace: a reference finds it in the log. */
export function answerForError(error: unknown, reference: string, log: Log): Rendered {
  if (error instanceof BotError)
    log.warn('a command was not answered', { code: error.code, reason: error.message, reference });
  else log.error('a command failed unexpectedly', { reference, error });
  return renderError(error, reference);
}

/** The same below the field of a form, which can be sent again. undefined: a bug, about which sending again changes nothing. */
export function objectionForError(error: unknown): string | undefined {
  return error instanceof BotError ? `${error.message}: ${error.hint}` : undefined;
}
