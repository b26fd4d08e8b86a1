import { BotError, StaleError } from '../../../../core/model/errors.ts';

/** Does the write; an error that says "it is not as the guard saw it" comes back as StaleError: nothing was done, read it again. */
export async function staleWhen<T>(isStale: (error: BotError) => boolean, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof BotError) || !isStale(error)) throw error;
    throw new StaleError(error.code, error.message, error.hint, { cause: error });
  }
}
