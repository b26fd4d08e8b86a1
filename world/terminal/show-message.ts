import { linesOf } from '../slack/text.ts';
import type { Channel, Ephemeral, Message, Person, SlackFile, UserGroup } from '../slack/workspace/types.ts';
import { localTime } from '../visitor/local-time.ts';
import { harmless, type Paint, wrapped } from './paint.ts';

export type Said = Message | Ephemeral;

/** Who reads, where, and on what. */
export interface Reader {
  readonly people: readonly Person[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
  readonly files: readonly SlackFile[];
  /** The channel that is on screen. */
  readonly here: string;
  readonly timeZone: string;
  readonly paint: Paint;
  /** Columns of the terminal; undefined where lines may be of any length. */
  readonly width?: number | undefined;
}

const RULE = '│ ';
const BOT_NAME = 'Plumbline';
const FILE_LINES = 40;

/** A line of a modal: mentions by name, marks as the terminal shows them. */
export function modalLine(line: string, reader: Pick<Reader, 'people' | 'groups' | 'channels' | 'paint'>): string {
  return emphasised(harmless(withNames(line, reader)), reader.paint);
}

/** The lines that a message holds, mentions by name. Buttons are numbered from `firstNumber` on. */
export function contentOf(said: Said, reader: Reader, firstNumber: number): readonly string[] {
  const files = 'files' in said ? said.files.flatMap((id) => reader.files.filter((file) => file.id === id)) : [];
  return [...linesOf(said, firstNumber).map((line) => withNames(line, reader)), ...files.flatMap(fileLines)].map(
    harmless,
  );
}

/** A file as Slack previews it: its name, and the beginning of what is text. */
function fileLines({ title, name, content }: SlackFile): readonly string[] {
  const text = content?.toString('utf8').trimEnd() ?? '';
  const lines = text === '' || text.includes('\0') ? [] : text.split('\n');
  const rest = lines.length - FILE_LINES;
  return [
    `[file: ${title || name}]`,
    ...lines.slice(0, FILE_LINES).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … ${rest} more line${rest === 1 ? '' : 's'}`] : []),
  ];
}

/** A message as it stands on the terminal: a free line, a heading, and its lines beside a rule. */
export function framed(
  said: Said,
  lines: readonly string[],
  reader: Reader,
  remarks: readonly string[] = [],
): string[] {
  const { paint, width } = reader;
  const body = lines.flatMap((line) =>
    width === undefined ? [line] : wrapped(line, Math.max(20, width - RULE.length)),
  );
  return [
    '',
    headingOf(said, reader, remarks),
    ...body.map((line) => `${paint('dim', RULE)}${emphasised(line, paint)}`.trimEnd()),
  ];
}

/** One line for what is said elsewhere. */
export function noticeOf(message: Message, reader: Reader): string {
  const [first = ''] = contentOf(message, reader, 1);
  return reader.paint('dim', `new in ${placeOf(message.channel, reader)}: ${plainText(first)}`);
}

/**
 * What to show of a message that was reworded: the lines that are new, where most stayed. undefined: none is, so that
 * there is nothing to show.
 */
export function newLines(before: readonly string[], after: readonly string[]): readonly string[] | undefined {
  const known = new Map<string, number>();
  for (const line of before) known.set(line, (known.get(line) ?? 0) + 1);
  const fresh = after.filter((line) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left <= 0;
  });
  if (fresh.length === 0) return after.length === before.length ? undefined : after;
  return fresh.length * 2 > after.length ? after : fresh;
}

function headingOf(said: Said, reader: Reader, remarks: readonly string[]): string {
  const { paint, here, timeZone } = reader;
  const { time } = localTime(new Date(Number(said.ts) * 1000), timeZone);
  const asides = [
    ...(said.channel === here ? [] : [`in ${placeOf(said.channel, reader)}`]),
    ...(said.threadTs === undefined || said.threadTs === said.ts ? [] : ['in a thread']),
    ...('recipient' in said ? ['only you see this'] : []),
    ...remarks,
  ];
  return [paint('bold', authorOf(said, reader)), paint('dim', [time, ...asides].join(' · '))].join(' ');
}

function authorOf(said: Said, { people }: Reader): string {
  if ('recipient' in said || said.isFromBot) return BOT_NAME;
  return people.find(({ id }) => id === said.user)?.realName ?? said.user;
}

function placeOf(channel: string, { channels }: Reader): string {
  const found = channels.find(({ id }) => id === channel);
  return found === undefined || found.directWith !== undefined ? 'a direct message' : `#${found.name}`;
}

function withNames(line: string, { people, groups, channels }: Pick<Reader, 'people' | 'groups' | 'channels'>): string {
  return line
    .replace(/@(U[A-Z0-9]+)\b/g, (whole, id: string) => named(people, id, ({ name }) => `@${name}`) ?? whole)
    .replace(/@(S[A-Z0-9]+)\b/g, (whole, id: string) => named(groups, id, ({ handle }) => `@${handle}`) ?? whole)
    .replace(/#(C[A-Z0-9]+)\b/g, (whole, id: string) => named(channels, id, ({ name }) => `#${name}`) ?? whole);
}

function named<T extends { readonly id: string }>(all: readonly T[], id: string, name: (one: T) => string) {
  const found = all.find((one) => one.id === id);
  return found && name(found);
}

const BOLD = /(?<![\w*])\*(\S(?:[^*]*\S)?)\*(?![\w*])/g;
const ITALIC = /(?<![\w/])_(\S(?:[^_]*\S)?)_(?![\w/])/g;
const CODE = /`([^`]+)`/g;
const BUTTON = /\[(\d+) ([^\]]+)\]/g;

function plainText(line: string): string {
  return line.replace(BUTTON, '').replace(BOLD, '$1').replace(ITALIC, '$1').trimEnd();
}

/** Slack's marks as the terminal shows them; where it has no colours they are left out, except around code. */
function emphasised(line: string, paint: Paint): string {
  return line
    .replace(CODE, (whole) => paint('yellow', whole))
    .replace(BUTTON, (_, number: string, label: string) => `${paint('cyan', `[${number} ${label}]`)}`)
    .replace(BOLD, (_, text: string) => paint('bold', text))
    .replace(ITALIC, (_, text: string) => paint('italic', text));
}
