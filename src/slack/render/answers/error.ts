import { BotError } from '../../../core/model/errors.ts';
import { compose } from '../kit/compose.ts';
import { note, type Part, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { code, lines, say } from '../kit/spans.ts';

/** One sentence, what to do, and a reference that the log has too. Of a bug nobody is told more than that. */
export function renderError(error: unknown, reference: string): Rendered {
  const ref = note(say`Reference ${code(reference)}`);
  if (!(error instanceof BotError)) {
    const sorry = 'Something went wrong here that should not have. It is written down.';
    return compose(`${sorry} Reference ${reference}.`, [section(say`${sorry}`), ref]);
  }
  const parts: readonly Part[] = [
    section(
      lines(say`⚠ ${sentence(error.message)}${error.retry ? ' It may work in a moment.' : ''}`, say`→ ${error.hint}`),
    ),
    ref,
  ];
  return compose(`${sentence(error.message)} ${sentence(error.hint)}`, parts);
}

function sentence(message: string): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
