import { COMMANDS, SLASH_COMMAND } from '../../commands/registry.ts';
import { compose } from '../kit/compose.ts';
import { note, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, lines, say } from '../kit/spans.ts';

/** The commands of this release, from the registry that parses them. */
export function renderHelp(): Rendered {
  return compose(`What ${SLASH_COMMAND} can do: ${COMMANDS.map(({ name }) => name).join(', ')}.`, [
    section(
      lines(
        say`${bold('Plumbline')} says why an Argo CD application is out of sync or not healthy, and what to change. It changes nothing by itself.`,
        ...COMMANDS.map(({ usage, summary }) => say`${code(`${SLASH_COMMAND} ${usage}`.trim())} ${summary}`),
      ),
    ),
    note(
      say`With several Argo CDs, name one: ${code(`${SLASH_COMMAND} @prod gitea`)} or ${code(`${SLASH_COMMAND} gitea --instance prod`)}. Answers are for you alone until you press Share.`,
    ),
  ]);
}
