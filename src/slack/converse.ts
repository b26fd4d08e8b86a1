import { randomUUID } from 'node:crypto';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Answer, AnswerDeps, Answers, Frame, Viewer } from './answers/answer.ts';
import type { Command } from './commands/command.ts';
import { parseCommand } from './commands/parse-command.ts';
import { answerForError } from './on-error.ts';
import { renderMisunderstood } from './render/answers/misunderstood.ts';

/** How a frame of an answer reaches the person; `index` 0 is the first. */
export type Reply = (frame: Frame, index: number) => Promise<void>;

export interface Asked {
  /** What was typed, or what the button stands for. */
  readonly text: string;
  readonly user: string;
  readonly channel: string;
}

export interface ConverseDeps {
  readonly answers: Answers;
  readonly answerDeps: AnswerDeps;
  readonly viewerOf: (user: string, channel: string) => Promise<Viewer>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Runs the work so that every job it asks for carries the id. */
  readonly correlated: <T>(id: string, work: () => Promise<T>) => Promise<T>;
}

export type Converse = (asked: Asked, reply: Reply) => Promise<void>;

/** Longest that an answer may take; a response URL lives for half an hour. */
const PATIENCE_MS = 10 * 60_000;

/** parse → who may see what → answer → reply, frame by frame. Never throws: people get a sentence instead. */
export function makeConverse({ answers, answerDeps, viewerOf, log, metrics, correlated }: ConverseDeps): Converse {
  return (asked, reply) => {
    const correlation = randomUUID();
    return correlated(correlation, () => talk(asked, reply, correlation));
  };

  async function talk(asked: Asked, reply: Reply, correlation: string): Promise<void> {
    const about = log.with({ correlation, user: asked.user, channel: asked.channel });
    const started = performance.now();
    let replies = 0;
    let isHeard = true;
    const say = async (frame: Frame): Promise<void> => {
      isHeard = false;
      await reply(frame, replies);
      isHeard = true;
      replies += 1;
    };
    const parsed = parseCommand(asked.text);
    const name = 'command' in parsed ? parsed.command.name : 'misunderstood';
    try {
      if ('misunderstood' in parsed) return await say({ rendered: renderMisunderstood(parsed.misunderstood) });
      const viewer = await viewerOf(asked.user, asked.channel);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for await (const frame of answerTo(parsed.command, answers, { viewer, log: about, signal }, answerDeps)) {
        if (replies === 0)
          metrics.record('plumbline_answer_seconds', (performance.now() - started) / 1000, { command: name });
        await say(frame);
      }
      metrics.record('plumbline_commands_total', 1, { command: name, outcome: 'answered' });
      about.info('a command was answered', { command: name, ms: Math.round(performance.now() - started) });
    } catch (error) {
      metrics.record('plumbline_commands_total', 1, { command: name, outcome: 'failed' });
      // Slack did not take the answer: an apology would not arrive either, or follow an answer that did.
      if (!isHeard) return about.warn('an answer could not be sent', { error });
      await say({ rendered: answerForError(error, correlation, about) }).catch((lost: unknown) =>
        about.warn('an answer could not be sent', { error: lost }),
      );
    }
  }
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
