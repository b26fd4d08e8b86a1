import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Answer, AnswerDeps, Answers, Frame } from './answers/answer.ts';
import { unknownInstance } from './answers/unknown-instance.ts';
import type { Command } from './commands/command.ts';
import { parseCommand } from './commands/parse-command.ts';
import { heard } from './on-error.ts';
import { renderMisunderstood } from './render/answers/misunderstood.ts';
import type { ViewerOf } from './viewer.ts';

/** How a frame of an answer reaches the person; `index` 0 is the first. */
type Reply = (frame: Frame, index: number) => Promise<void>;

export interface Asked {
  /** What was typed, or what the button stands for. */
  readonly text: string;
  readonly user: string;
  readonly channel: string;
}

export interface ConverseDeps {
  readonly answers: Answers;
  readonly answerDeps: AnswerDeps;
  readonly viewerOf: ViewerOf;
  readonly metrics: Metrics;
}

export type Converse = (asked: Asked, reply: Reply, context: { readonly log: Log }) => Promise<void>;

/** Longest that an answer may take; a response URL lives for half an hour. */
const PATIENCE_MS = 10 * 60_000;

/** parse → who may see what → answer → reply, frame by frame. @throws UnheardError when Slack does not take a reply */
export function makeConverse({ answers, answerDeps, viewerOf, metrics }: ConverseDeps): Converse {
  return async (asked, reply, { log }) => {
    const started = performance.now();
    const parsed = parseCommand(asked.text);
    const name = 'command' in parsed ? parsed.command.name : 'misunderstood';
    try {
      if ('misunderstood' in parsed)
        return await heard(reply({ rendered: renderMisunderstood(parsed.misunderstood) }, 0));
      const viewer = await viewerOf(asked.user, asked.channel);
      const unknown = unknownInstance(parsed.command, viewer.scopes, answerDeps.fleet);
      if (unknown) return await heard(reply({ rendered: unknown }, 0));
      const signal = AbortSignal.timeout(PATIENCE_MS);
      let replies = 0;
      for await (const frame of answerTo(parsed.command, answers, { viewer, log, signal }, answerDeps)) {
        if (replies === 0)
          metrics.record('plumbline_answer_seconds', (performance.now() - started) / 1000, { command: name });
        await heard(reply(frame, replies));
        replies += 1;
      }
      metrics.record('plumbline_commands_total', 1, { command: name, outcome: 'answered' });
      log.info('a command was answered', { command: name, ms: Math.round(performance.now() - started) });
    } catch (error) {
      metrics.record('plumbline_commands_total', 1, { command: name, outcome: 'failed' });
      throw error;
    }
  };
}

function answerTo(
  command: Command,
  answers: Answers,
  context: Parameters<Answer<'overview'>>[1],
  deps: AnswerDeps,
): AsyncIterable<Frame> {
  // each answer takes its own command; the name chooses both
  const answer = answers[command.name] as (...args: readonly unknown[]) => AsyncIterable<Frame>;
  return answer(command, context, deps);
}
