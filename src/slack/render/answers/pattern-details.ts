import type { PatternLine } from '../../../core/digest/digest.ts';
import type { Snapshot, SnapshotRow } from '../../../core/memory/snapshot.ts';
import { DRIFT_CLASSES, driftClass } from '../../../core/model/drift-class.ts';
import { kindAndName } from '../../../core/model/resource-ref.ts';
import { shortId } from '../../../core/pattern/identity.ts';
import { whereWords } from '../../../core/pattern/line-words.ts';
import type { Line } from '../../../core/pattern/lines.ts';
import { ago } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import { type Command, sameInstance } from '../../commands/command.ts';
import { details, diagnose, more, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { type CanFix, fixButton, NOTHING_CAN_BE_FIXED } from '../kit/fix-button.ts';
import { type ButtonPart, buttons, note, type Part, type SimplePart, section } from '../kit/part.ts';
import { causeSpans, classTitle, lineSpans, namedSpans, scannedSpans } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, joined, lines, say } from '../kit/spans.ts';
import { fixParts } from './fix.ts';

export interface PatternDetailsInput {
  /** The lines that the id names, worst first. */
  readonly lines: readonly Line<PatternLine>[];
  /** Rows of their patterns. */
  readonly rows: readonly SnapshotRow[];
  readonly snapshots: readonly Pick<Snapshot, 'instance' | 'scannedAt'>[];
  readonly command: Extract<Command, { readonly name: 'class' }>;
  /** Left out: nothing can be changed. */
  readonly canFix?: CanFix | undefined;
  readonly now: Date;
}

const PAGE = 15;

/** Every finding of a class or pattern: the cause and its one fix, then the apps with their objects. */
export function renderPatternDetails(input: PatternDetailsInput): Rendered {
  const [first] = input.lines;
  if (first === undefined) return nothingFound(input);
  return input.lines.length === 1 ? oneLine(first, input) : severalLines(first, input);
}

function oneLine(line: Line<PatternLine>, input: PatternDetailsInput): Rendered {
  const { rows, snapshots, command, canFix = NOTHING_CAN_BE_FIXED, now } = input;
  const { meaning } = driftClass(line.driftClass);
  const [part] = line.parts;
  const { instance = '' } = part ?? {};
  const since = line.parts.map(({ firstSeen }) => firstSeen).toSorted()[0] ?? '';
  const apps = [...Map.groupBy(rows, ({ app }) => app)];
  const pages = Math.max(1, Math.ceil(apps.length / PAGE));
  const page = Math.min(command.page, pages);
  const turn = (to: number): Command => ({ ...command, page: to });
  const parts: readonly Part[] = [
    section(
      lines(
        lineSpans({ ...line, fix: null }),
        say`${meaning}`,
        say`${part === undefined ? '' : code(shortId(part.id, line.driftClass))} · first seen ${ago(since, now)} ago`,
      ),
    ),
    note(scannedSpans(snapshots, now)),
    ...(line.fix === null ? [] : fixParts(line.fix, { objects: line.resources })),
    {
      type: 'fold',
      items: apps
        .slice((page - 1) * PAGE, page * PAGE)
        .map(([app, some]) => appParts(app, some, fixButton(line.fix, { instance, app, canFix }), instance)),
      more: (shown, of) => say`Showing ${shown} of ${of} apps of this page.`,
      button: more({
        name: 'list',
        page: 1,
        select: { by: 'class', value: line.driftClass },
        ...sameInstance(command),
      }),
    },
    ...(pages === 1 ? [] : [note(say`page ${page} of ${pages}, ${count(apps.length, 'app')} in all`)]),
    buttons(
      ...(page > 1 ? [more(turn(page - 1), 'Previous')] : []),
      ...(page < pages ? [more(turn(page + 1), 'Next')] : []),
      share(command),
    ),
  ];
  return compose(`${classTitle(line.driftClass)}: ${line.cause}, in ${whereWords(line)}.`, parts);
}

function appParts(
  app: string,
  rows: readonly SnapshotRow[],
  fixes: readonly ButtonPart[],
  instance: string,
): readonly SimplePart[] {
  const names = rows.map(({ resource }) => kindAndName(resource));
  const text = say`${bold(app)}: ${namedSpans(names, names.length, 6)}`;
  if (fixes.length === 0) return [section(text, diagnose(instance, app))];
  return [section(text), buttons(...fixes, diagnose(instance, app))];
}

function severalLines(first: Line<PatternLine>, input: PatternDetailsInput): Rendered {
  const { snapshots, command, now } = input;
  const isOneClass = input.lines.every((line) => line.driftClass === first.driftClass);
  const named = isOneClass ? causeSpans : lineSpans;
  const title = isOneClass ? classTitle(first.driftClass) : command.id;
  const parts: readonly Part[] = [
    section(
      lines(
        say`${bold(title)} · ${input.lines.length} root causes`,
        say`${isOneClass ? driftClass(first.driftClass).meaning : ''}`,
      ),
    ),
    note(scannedSpans(snapshots, now)),
    {
      type: 'fold',
      most: 20,
      items: input.lines.map((line) => [
        section(
          named(line, snapshots.length > 1 ? line.parts[0]?.instance : undefined),
          details(line.parts[0]?.instance ?? '', line.parts[0]?.id ?? ''),
        ),
      ]),
      more: (shown, of) => say`Showing ${shown} of ${of} root causes.`,
      button: more({ name: 'list', page: 1, select: { by: 'class', value: command.id }, ...sameInstance(command) }),
    },
    buttons(share(command)),
  ];
  return compose(`${title}: ${input.lines.length} root causes.`, parts);
}

/** A letter, class or id that nothing open belongs to. */
function nothingFound({ command, snapshots, now }: PatternDetailsInput): Rendered {
  const names = DRIFT_CLASSES.map(({ id, letter }) =>
    letter === '' ? say`${code(id)}` : say`${bold(letter)} ${code(id)}`,
  );
  return compose(`Nothing open belongs to ${command.id}.`, [
    section(say`Nothing open belongs to ${code(command.id)}: ${scannedSpans(snapshots, now)}.`),
    section(
      say`A class is one of ${joined(names, ', ')}; a finding is named by the short id beside it, like ${code('A-3f2c')}.`,
    ),
  ]);
}
