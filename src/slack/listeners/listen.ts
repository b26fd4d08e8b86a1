import { randomUUID } from 'node:crypto';
import type { AckFn } from '@slack/bolt';
import type { Log, LogFields } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { answerForError, UnheardError } from '../on-error.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import { slackError } from '../web/errors.ts';

/** A request of Slack's, once it is ours. */
interface Heard {
  /** One id from here to the last job that it causes; people get it as the reference of a failure. */
  readonly correlation: string;
  readonly log: Log;
}

interface Listening<Args> {
  /** Who and what, for the log. */
  readonly about: (args: Args) => LogFields;
  /** Says to the person that it failed. */
  readonly apologize: (args: Args, sorry: Rendered) => Promise<void>;
}

/** Acknowledged before anything else is done. */
interface AtOnce<Args> extends Listening<Args> {
  readonly acknowledge: 'at-once';
  readonly hear: (args: Args, heard: Heard) => Promise<void>;
}

/**
 * Acknowledged by `hear` once what the person decided is recorded: an acknowledged click is never lost with the process that
 * took it. The acknowledgement may itself be an answer: what is wrong with a form. It is made in any case, also where `hear`
 * fails before: the person is told so first, and Slack after that.
 */
interface OnceRecorded<Args, Answer> extends Listening<Args> {
  readonly acknowledge: 'once-recorded';
  readonly hear: (args: Args, heard: Heard & { readonly ack: AckFn<Answer> }) => Promise<void>;
}

export type Listener<Args, Answer> = AtOnce<Args> | OnceRecorded<Args, Answer>;

export interface ListenDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Runs the work so that every job it asks for carries the id. */
  readonly correlated: <T>(id: string, work: () => Promise<T>) => Promise<T>;
}

/** What Bolt is given for a listener of ours. */
export type Listen = <Args extends { readonly ack: AckFn<Answer> }, Answer>(
  listener: Listener<Args, Answer>,
) => (args: Args) => Promise<void>;

/**
 * The one way in: every request is acknowledged within Slack's three seconds, gets its correlation id, has the time to its
 * acknowledgement measured, and ends in an answer or in a sentence that says why there is none (slack/on-error). Never throws.
 */
export function makeListen({ log, metrics, correlated }: ListenDeps): Listen {
  return (listener) => async (args) => {
    const correlation = randomUUID();
    const heard: Heard = { correlation, log: log.with({ correlation, ...listener.about(args) }) };
    const once = acknowledgeOnce(args.ack, metrics);
    await correlated(correlation, async () => {
      try {
        if (listener.acknowledge === 'at-once') {
          await once();
          await listener.hear(args, heard);
        } else {
          await listener.hear(args, { ...heard, ack: once });
        }
      } catch (error) {
        await sayWhy(error, heard, async (sorry) => {
          if (listener.acknowledge === 'at-once') await once();
          try {
            await listener.apologize(args, sorry);
          } finally {
            await once();
          }
        });
      }
    });
  };
}

/** Slack takes one acknowledgement; further ones are nobody's loss. */
function acknowledgeOnce<Answer>(ack: AckFn<Answer>, metrics: Metrics): AckFn<Answer> {
  const started = performance.now();
  let sent: Promise<void> | undefined;
  return (answer) => {
    sent ??= ack(answer).then(() => metrics.record('plumbline_ack_seconds', (performance.now() - started) / 1000, {}));
    return sent;
  };
}

async function sayWhy(
  error: unknown,
  { correlation, log }: Heard,
  apologize: (sorry: Rendered) => Promise<void>,
): Promise<void> {
  if (error instanceof UnheardError) return log.warn('an answer could not be sent', { error: error.cause });
  try {
    await apologize(answerForError(slackError(error), correlation, log));
  } catch (lost) {
    log.warn('an answer could not be sent', { error: lost });
  }
}
