import { BotError } from '../core/model/errors.ts';
import type { Log } from '../ports/log.ts';
import { renderError } from './render/answers/error.ts';
import type { Rendered } from './render/kit/rendered.ts';

/** The one place where a failure becomes a sentence in Slack. Never a stack trace: a reference finds it in the log. */
export function answerForError(error: unknown, reference: string, log: Log): Rendered {
  if (error instanceof BotError)
    log.warn('a command was not answered', { code: error.code, reason: error.message, reference });
  else log.error('a command failed unexpectedly', { reference, error });
  return renderError(error, reference);
}
