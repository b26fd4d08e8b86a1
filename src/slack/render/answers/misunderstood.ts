import type { Misunderstood } from '../../commands/command.ts';
import { run } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { buttons, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { code, lines, say } from '../kit/spans.ts';

/** What was not understood, and what to type instead. */
export function renderMisunderstood({ problem, example, didYouMean }: Misunderstood): Rendered {
  return compose(`${problem} Try ${didYouMean ?? example}.`, [
    section(
      lines(
        say`${problem}`,
        didYouMean === undefined ? say`Try ${code(example)}` : say`Did you mean ${code(didYouMean)}?`,
      ),
    ),
    buttons(run({ name: 'help' }, 'Help')),
  ]);
}
