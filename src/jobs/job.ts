import type { z } from 'zod';
import { RejectedError } from '../core/model/errors.ts';
import type { Log } from '../ports/log.ts';

/** What is known of a job beside its payload. */
export interface JobContext {
  /** Whose queue it is; '' for those that serve all instances. */
  readonly instance: string;
  /** Its own, and the same when it is tried again or somebody takes it over. */
  readonly identity: string;
  /** Whoever began it died. */
  readonly isTakenOver: boolean;
  /** One id from the slash command to the last job that it caused. */
  readonly correlation: string;
  readonly log: Log;
  /** Aborts at shutdown. */
  readonly signal: AbortSignal;
}

/** A job by its name in the queue. */
export interface JobKind {
  readonly name: string;
  /** @throws RejectedError when the payload cannot be read */
  perform(data: unknown, context: JobContext): Promise<void>;
}

/** Payloads are parsed on arrival, because another release may have put them there. */
export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  work: (payload: z.output<Payload>, context: JobContext) => Promise<void>,
): JobKind {
  return {
    name,
    async perform(data, context) {
      const parsed = payload.safeParse(data);
      if (!parsed.success) throw unreadable(name, parsed.error);
      await work(parsed.data, context);
    },
  };
}

/** Says which part is wrong, never its value: a job may hold what people wrote. */
function unreadable(name: string, { issues }: z.ZodError): RejectedError {
  const where = issues.map(({ path }) => path.join('.') || 'payload').join(', ');
  return new RejectedError(
    'job.unreadable',
    `the payload of a ${name} job cannot be read: ${where}`,
    'let workers and bots of one release run together; what was asked for has to be asked again',
  );
}

export function unknownJob(name: string): RejectedError {
  return new RejectedError(
    'job.unknown',
    `there is no job called ${name}`,
    'let workers and bots of one release run together',
  );
}
