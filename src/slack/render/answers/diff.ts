import type { AppRecord, TrackedFinding } from '../../../core/memory/app-record.ts';
import { appKey } from '../../../core/model/app-key.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { refresh, share } from '../kit/answer-buttons.ts';
import { changeText, resourceText } from '../kit/change-text.ts';
import { compose } from '../kit/compose.ts';
import { type Facts, freshnessSpans } from '../kit/freshness.ts';
import { packed } from '../kit/packed.ts';
import { buttons, note, type Part, preformatted, type SimplePart, section } from '../kit/part.ts';
import { classTitle } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, say } from '../kit/spans.ts';

type DiffCommand = Extract<Command, { readonly name: 'diff' }>;

export interface DiffInput {
  readonly record: AppRecord;
  readonly resource?: DiffCommand['resource'];
  readonly facts: Facts;
  /** Whether the whole text goes to the asker as a file when the message cannot hold it. */
  readonly isFileSent: boolean;
  readonly now: Date;
}

const MOST_VALUE = 300;
const CHUNK = 1500;
const FILE_SENT = ' The whole diff comes to you as a file in a direct message.';

export interface RenderedDiff extends Rendered {
  /** Every difference is there, and every value in full. */
  readonly isWhole: boolean;
}

/** The field diff, path first. What does not fit is counted, and comes as a file where files may be sent. */
export function renderDiff({ record, resource, facts, isFileSent, now }: DiffInput): RenderedDiff {
  const { ref, look } = record;
  const isShortened = hasLongValues(record, resource);
  let isFolded = false;
  const chunks = chosen(record, resource).flatMap(chunksOf);
  const total = countIn(chunks);
  const command: DiffCommand = {
    name: 'diff',
    app: appKey(ref),
    instance: ref.server,
    ...(resource ? { resource } : {}),
  };
  const of = resource === undefined ? ref.name : `${resource.kind}/${resource.name} of ${ref.name}`;
  const parts: readonly Part[] = [
    section(say`${bold(`Diff of ${of}`)} · ${count(total, 'difference')}`),
    note(freshnessSpans(facts, look.at, now)),
    ...(total === 0 ? [section(say`No field differs in what was seen. ${nothingWords(record, resource)}`)] : []),
    {
      type: 'fold',
      items: chunks.map(({ parts: some }) => some),
      more: (shown) => {
        isFolded = true;
        const where = isFileSent ? FILE_SENT.trim() : 'Ask for one resource to see more: ';
        const line = isFileSent ? say`` : say`${code(`/drift diff ${ref.name} KIND/NAME`)}`;
        return say`Showing ${countIn(chunks.slice(0, shown))} of ${count(total, 'difference')}. ${where}${line}`;
      },
    },
    ...(isShortened ? [note(say`Long values are shortened here.${isFileSent ? FILE_SENT : ''}`)] : []),
    buttons(refresh(command), share(command)),
  ];
  const rendered = compose(`The diff of ${of}: ${count(total, 'difference')}.`, parts);
  return { ...rendered, isWhole: !isFolded && !isShortened };
}

/** Nothing is cut: the text of the file. */
export function diffText(record: AppRecord, resource?: DiffCommand['resource']): string {
  const findings = chosen(record, resource).map(({ driftClass, resource: ref, changes }) =>
    [
      `# ${resourceText(ref)}: ${classTitle(driftClass)}`,
      ...changes.map((change) => changeText(change, Number.POSITIVE_INFINITY)),
    ].join('\n'),
  );
  const head = `${record.ref.name} (${record.ref.server}), looked at ${record.look.at}: - Git, + live`;
  return `${[head, ...findings].join('\n\n')}\n`;
}

function hasLongValues(record: AppRecord, resource: DiffCommand['resource']): boolean {
  return chosen(record, resource).some(({ changes }) =>
    changes.some((change) => changeText(change, MOST_VALUE) !== changeText(change, Number.POSITIVE_INFINITY)),
  );
}

function chosen({ findings }: AppRecord, resource: DiffCommand['resource']): readonly TrackedFinding[] {
  return findings.filter(
    ({ changes, resource: ref }) =>
      changes.length > 0 &&
      (resource === undefined ||
        (ref !== undefined && ref.kind.toLowerCase() === resource.kind.toLowerCase() && ref.name === resource.name)),
  );
}

interface Chunk {
  readonly changes: number;
  readonly parts: readonly SimplePart[];
}

/** Changes packed into blocks of a readable size; the first names the resource. */
function chunksOf({ resource, driftClass, changes }: TrackedFinding): readonly Chunk[] {
  const packs = packed(
    changes.map((change) => changeText(change, MOST_VALUE)),
    CHUNK,
  );
  return packs.map((pack, index) => ({
    changes: pack.length,
    parts: [
      ...(index === 0 ? [section(say`${code(resourceText(resource))} ${classTitle(driftClass)}`)] : []),
      preformatted(pack.join('\n')),
    ],
  }));
}

function countIn(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { changes }) => sum + changes, 0);
}

function nothingWords({ findings, ref }: AppRecord, resource: DiffCommand['resource']): string {
  if (resource !== undefined)
    return `Does ${ref.name} have ${resource.kind}/${resource.name}? /drift list shows what drifts.`;
  const [first] = findings;
  return first === undefined
    ? ''
    : `What was found is not about fields: ${classTitle(first.driftClass)}, ${first.cause}.`;
}
