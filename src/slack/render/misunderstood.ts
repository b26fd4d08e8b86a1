import type { Misunderstood } from '../commands/command.ts';
import { run } from './answer-buttons.ts';
import { compose } from './compose.ts';
import { buttons, section } from './part.ts';
import type { Rendered } from './rendered.ts';
import { code, lines, say } from './spans.ts';

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
