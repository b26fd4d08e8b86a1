import { BotError } from '../../core/model/errors.ts';

/**
 * Looks at something that may be out of reach. What could not be looked at is noted in words, once, and the answer is
 * undefined: "nobody looked". An abort is not an answer and is passed on.
 */
export interface Lookout {
  look<T>(what: string, fetch: () => Promise<T>): Promise<T | undefined>;
  /** Notes what an answer left out. */
  miss(note: string): void;
  readonly missed: readonly string[];
}

export function makeLookout(signal?: AbortSignal): Lookout {
  const missed: string[] = [];
  const miss = (note: string): void => {
    if (!missed.includes(note)) missed.push(note);
  };
  return {
    missed,
    miss,
    async look(what, fetch) {
      try {
        return await fetch();
      } catch (error) {
        if (signal?.aborted || !(error instanceof BotError)) throw error;
        miss(`${what}: ${error.message}`);
        return undefined;
      }
    },
  };
}
