import type { Command } from '../../commands/command.ts';
import { commandLine } from '../../commands/format-command.ts';
import { run } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, note, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { code, joined, say } from '../kit/spans.ts';

export interface UnknownNameInput {
  /** `No Argo CD here is called`: the sentence that the name ends. */
  readonly problem: string;
  readonly name: string;
  /** What was probably meant, best first. */
  readonly instead: readonly Command[];
  /** What there is to name. */
  readonly known: readonly string[];
}

const MOST_KNOWN = 12;

/** A name that nothing has: an error with what was probably meant, never an empty answer. */
export function renderUnknownName({ problem, name, instead, known }: UnknownNameInput): Rendered {
  const lines = instead.map(commandLine);
  const [first] = lines;
  const shown = known.slice(0, MOST_KNOWN);
  const rest = known.length - shown.length;
  return compose(`${problem} ${clipped(name, 100)}.${first === undefined ? '' : ` Did you mean ${first}?`}`, [
    section(say`${problem} ${code(name, 100)}.`),
    ...(first === undefined
      ? []
      : [
          section(
            say`Did you mean ${joined(
              lines.map((line) => say`${code(line)}`),
              ' or ',
            )}?`,
          ),
        ]),
    ...(known.length === 0
      ? []
      : [
          note(
            say`There is ${joined(
              shown.map((one) => say`${code(one, 80)}`),
              ', ',
            )}${rest > 0 ? ` and ${rest} more` : ''}`,
          ),
        ]),
    buttons(
      ...instead.slice(0, 5).map((command) => run(command, commandLine(command).slice(0, 70))),
      run({ name: 'help' }, 'Help'),
    ),
  ]);
}
