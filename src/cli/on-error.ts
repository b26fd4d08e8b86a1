import { randomUUID } from 'node:crypto';
import { BotError } from '../core/model/errors.ts';
import type { Io } from './io.ts';

/** One clear sentence and a hint. Anything that is not ours is a bug: a reference, and the stack only when asked for. */
export function reportError(error: unknown, { err, env }: Pick<Io, 'err' | 'env'>): void {
  if (error instanceof BotError) {
    err.write(`plumbline: ${error.message}\n${error.hint === '' ? '' : `  hint: ${error.hint}\n`}`);
    return;
  }
  const reference = randomUUID().slice(0, 8);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`plumbline: this is a bug in plumbline (reference ${reference}).\n`);
  err.write(
    env.PLUMBLINE_DEBUG ? `${stack}\n` : '  hint: run it again with PLUMBLINE_DEBUG=1 and report what it prints\n',
  );
}
