import leven from 'leven';
import { defined } from '../../core/model/defined.ts';
import { shortened } from '../../core/words/shorten.ts';
import type { Command, CommandName, Misunderstood, Parsed } from './command.ts';
import { isResourceName } from './names.ts';
import { COMMANDS, type CommandEntry, entryOf, SLASH_COMMAND } from './registry.ts';
import { quoted, wordsOf } from './words.ts';

/** Longer than any line that makes sense; what people paste by mistake. */
const MAX_TEXT = 1000;
const MAX_ECHO = 40;
const ASKS_FOR_HELP = new Set(['?', '-h', '--help', '—help']);

/** `/drift …` in any spelling that a person may use. A word that is no command is the name of an app. */
export function parseCommand(text: string): Parsed {
  const typed = text.trim();
  if (typed.length > MAX_TEXT) {
    return misunderstood(`That is ${typed.length} characters long, which is longer than any command.`, entryOf('help'));
  }
  if (ASKS_FOR_HELP.has(typed.toLowerCase())) return { command: { name: 'help' } };
  const { words, instance, page, problem } = optionsOf(wordsOf(typed));
  if (problem !== undefined) return misunderstood(problem, entryOf('help'));
  const parsed = parseWords(words, page);
  if ('misunderstood' in parsed || instance === undefined) return parsed;
  return { command: { ...parsed.command, instance } };
}

function parseWords([first, ...rest]: readonly string[], page: number): Parsed {
  if (first === undefined) return { command: { name: 'overview' } };
  const entry = COMMANDS.find(({ name }) => name === first.toLowerCase());
  if (entry) return parseWith(entry, rest, page);
  const near = nearestCommand(first);
  if (rest.length === 0 && isResourceName(first)) {
    const app: Command = { name: 'app', app: first.toLowerCase(), ...defined({ didYouMean: near }) };
    return { command: app };
  }
  return misunderstood(
    `I do not know ${echo(first)}.`,
    entryOf('help'),
    near === undefined ? undefined : [SLASH_COMMAND, near, ...rest.map(quoted)].join(' '),
  );
}

function parseWith(entry: CommandEntry, words: readonly string[], page: number): Parsed {
  const command = entry.parse({ words, page });
  if (command) return { command };
  const usage = `${SLASH_COMMAND} ${entry.usage}`.trim();
  const problem =
    words.length === 0
      ? `It takes more than that: ${usage}`
      : `${echo(words.join(' '))} is not what it takes: ${usage}`;
  return misunderstood(problem, entry);
}

interface Options {
  readonly words: readonly string[];
  readonly instance?: string;
  readonly page: number;
  readonly problem?: string;
}

/** `@prod` in front, or `--instance prod` and `--page 2` anywhere. */
function optionsOf(words: readonly string[]): Options {
  const [first = ''] = words;
  if (/^@[\w.-]{1,63}$/.test(first)) return { ...optionsOf(words.slice(1)), instance: first.slice(1) };
  const at = words.findIndex((word) => word.startsWith('--'));
  if (at === -1) return { words, page: 1 };
  const [option = '', inline] = (words[at] ?? '').split(/=(.*)/s, 2);
  const value = inline ?? words[at + 1] ?? '';
  const rest = optionsOf([...words.slice(0, at), ...words.slice(at + (inline === undefined ? 2 : 1))]);
  if (option === '--instance' && /^[\w.-]{1,63}$/.test(value)) return { ...rest, instance: value };
  if (option === '--page' && /^[1-9]\d{0,3}$/.test(value)) return { ...rest, page: Number(value) };
  return { ...rest, problem: `I do not understand ${echo(words.slice(at, at + 2).join(' '))}.` };
}

/** Two slips of the finger at most, and never more than half of the word. */
function nearestCommand(word: string): CommandName | undefined {
  const typed = word.toLowerCase();
  const [best] = COMMANDS.map(({ name }) => ({ name, distance: leven(typed, name) }))
    .filter(({ name, distance }) => distance <= 2 && distance <= Math.min(typed.length, name.length) / 2)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name;
}

function misunderstood(problem: string, { example }: CommandEntry, didYouMean?: string): Parsed {
  const answer: Misunderstood = { problem, example, ...defined({ didYouMean }) };
  return { misunderstood: answer };
}

function echo(text: string): string {
  return `“${shortened(text, MAX_ECHO)}”`;
}
