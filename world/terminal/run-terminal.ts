import { createInterface, type Interface } from 'node:readline';
import { usageOf } from '../visitor/deed.ts';
import type { Visit } from '../visitor/visit.ts';
import { makePaint } from './paint.ts';
import { makeScreen, type ScreenPace } from './screen.ts';
import { makeSession, type Session } from './session.ts';

export interface TerminalOptions {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly visit: Visit;
  /** Who the visitor is at first, and where. */
  readonly start: { readonly person: string; readonly channel: string };
  /** Printed first. */
  readonly welcome: readonly string[];
  /** The bot speaks first: a script waits for that. */
  readonly isReportDue: boolean;
  /** Ends the visit. */
  readonly signal: AbortSignal;
  /** Ctrl-C, which a terminal that edits lines keeps from being a signal. */
  readonly onInterrupt: () => void;
  /** Another than a reader's. */
  readonly pace?: ScreenPace & { readonly newsMs: number; readonly answerMs: number };
}

const PATIENCE_MS = { report: 60_000, answer: 15_000, news: 2500 } as const;
type Awaitable = keyof typeof PATIENCE_MS;

/**
 * The workspace on a terminal. On a real one messages appear above the prompt as they come; in a pipe every line is answered
 * before the next is read, so that a script reads like a conversation. Resolves when the visitor quits or the input ends.
 */
export async function runTerminal(options: TerminalOptions): Promise<void> {
  const { input, output, env, visit, signal } = options;
  const { workspace } = visit.slack;
  const isTerminal = input.isTTY === true && output.isTTY === true;
  const paint = makePaint(output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb');
  const lines = createInterface({
    input,
    terminal: isTerminal,
    ...(isTerminal ? { output, completer: (typed: string) => completions(typed, visit) } : {}),
  });
  // from now on, or what is typed before somebody listens is lost
  const script = isTerminal ? undefined : lines[Symbol.asyncIterator]();
  let isReading = false;
  const print = (text: readonly string[]): void => {
    if (isTerminal) output.write('\r\x1b[J');
    output.write(`${text.join('\n')}\n`);
    if (isTerminal && isReading) lines.prompt(true);
  };
  print(options.welcome);
  const screen = makeScreen({
    workspace,
    print,
    start: options.start,
    ...(options.pace === undefined ? {} : { pace: options.pace }),
    reader: (here, person) => ({
      people: workspace.people,
      groups: workspace.groups,
      channels: workspace.channels,
      files: workspace.files,
      here,
      timeZone: workspace.people.find(({ id }) => id === person)?.timeZone ?? 'UTC',
      paint,
      width: isTerminal ? output.columns : undefined,
    }),
  });
  const session = makeSession({ visit, screen, print, paint });
  const end = (): void => lines.close();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const stopWatching = workspace.onChange((change) => {
    if (isReading && change.kind === 'views' && change.user === screen.person) ask(lines, session, true);
  });

  try {
    if (script) return await recite(script);
    isReading = true;
    await converse(lines, session, options.onInterrupt);
  } finally {
    stopWatching();
    signal.removeEventListener('abort', end);
    screen.close();
    lines.close();
  }

  async function recite(typedLines: AsyncIterable<string>): Promise<void> {
    if (options.isReportDue) await Promise.race([seen('report'), aborted(signal)]);
    for await (const typed of typedLines) {
      if (signal.aborted) return;
      output.write(`${session.prompt()}${typed}\n`);
      const next = await session.take(typed);
      if (next === 'quit') return;
      if (next !== 'nothing') await Promise.race([seen(next), aborted(signal)]);
    }
  }

  async function seen(what: Awaitable): Promise<void> {
    const { answerMs = PATIENCE_MS.answer, newsMs = PATIENCE_MS.news } = options.pace ?? {};
    const withinMs = { ...PATIENCE_MS, answer: answerMs, news: newsMs }[what];
    if (await screen.answered(withinMs)) await screen.quiet();
  }
}

/** One line after another: a line typed while the last is still being seen to waits for it. */
async function converse(lines: Interface, session: Session, onInterrupt: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let turn = Promise.resolve();
  lines.on('SIGINT', onInterrupt);
  lines.on('close', resolve);
  lines.on('line', (typed) => {
    turn = turn.then(async () => {
      if ((await session.take(typed)) === 'quit') lines.close();
      else ask(lines, session);
    });
    turn.catch(reject);
  });
  ask(lines, session);
  await promise;
}

function ask(lines: Interface, session: Session, keepsTyped = false): void {
  lines.setPrompt(session.prompt());
  lines.prompt(keepsTyped);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const WORDS = ['/drift ', 'as ', 'go #', 'advance ', 'do ', 'people', 'channels', 'deeds', 'help', 'quit'];

function completions(typed: string, { slack: { workspace }, deeds }: Visit): [string[], string] {
  const whole = [
    ...WORDS,
    ...workspace.people.map(({ name }) => `as ${name}`),
    ...workspace.channels.map(({ name }) => `go #${name}`),
    ...deeds.map((deed) => `do ${usageOf(deed)}`),
  ];
  return [whole.filter((one) => one.startsWith(typed)), typed];
}
