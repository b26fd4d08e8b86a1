import type { Snapshot } from '../../../core/memory/snapshot.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { commandLine } from '../../commands/format-command.ts';
import { entryOf } from '../../commands/registry.ts';
import { diagnose, fix } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import { nameOf, scannedSpans } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { code, say } from '../kit/spans.ts';
import { hiddenWords } from './not-visible.ts';

export interface UnknownAppInput {
  readonly command: Extract<Command, { readonly name: 'app' | 'diff' | 'fix' | 'scan' }>;
  /** Nearest first; only what the viewer may see. */
  readonly nearest: readonly { readonly instance: string; readonly key: string; readonly name: string }[];
  readonly snapshots: readonly Pick<Snapshot, 'instance' | 'scannedAt' | 'apps' | 'hiddenProjects'>[];
  readonly now: Date;
}

const MOST = 5;

/** No app of that name is visible: the nearest names as buttons, or the command that was meant. */
export function renderUnknownApp({ command, nearest, snapshots, now }: UnknownAppInput): Rendered {
  const name = command.app ?? '';
  const several = snapshots.length > 1;
  const ask = command.name === 'fix' ? fix : diagnose;
  const didYouMean = command.name === 'app' ? command.didYouMean : undefined;
  const apps = snapshots.reduce((sum, snapshot) => sum + snapshot.apps, 0);
  const hidden = hiddenWords(snapshots.reduce((sum, { hiddenProjects }) => sum + hiddenProjects.length, 0));
  const parts: readonly Part[] = [
    section(say`There is no app ${code(name, 100)} among the ${count(apps, 'app')} that you may see.`),
    note(say`${scannedSpans(snapshots, now)}${hidden === '' ? '' : ` · ${hidden}`}`),
    ...(didYouMean === undefined ? [] : [section(say`Did you mean ${code(entryOf(didYouMean).example)}?`)]),
    ...(nearest.length === 0
      ? [section(say`No name is like it. ${code(commandLine({ name: 'list', page: 1 }))} shows what drifts.`)]
      : [section(say`The nearest names:`)]),
    buttons(
      ...nearest
        .slice(0, MOST)
        .map((app) => ask(app.instance, app.key, nameOf(app.name, several ? app.instance : undefined))),
    ),
  ];
  const near = nearest[0] === undefined ? '' : ` The nearest name is ${nearest[0].name}.`;
  return compose(`There is no app ${clipped(name, 100)} that you may see.${near}`, parts);
}
