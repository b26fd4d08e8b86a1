import type { z } from 'zod';

/** A stored value that is not what it should be. It is left out of answers, never guessed at. */
export interface Unreadable {
  readonly key: string;
  readonly field?: string;
  /** Which part is wrong, never its value. */
  readonly problem: string;
}

export type Read<T> = (text: string, where: Omit<Unreadable, 'problem'>) => T | undefined;

/**
 * Parses what was stored: JSON whose load-bearing parts have the shape that `schema` says. All else is as it was written.
 * undefined: it cannot be read, and that was reported.
 */
export function makeRead<T>(schema: z.ZodType, onUnreadable: (found: Unreadable) => void): Read<T> {
  return (text, where) => {
    const value = parseJson(text);
    if (value === undefined) {
      onUnreadable({ ...where, problem: 'is not JSON' });
      return undefined;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data as T;
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    onUnreadable({ ...where, problem: `has an unexpected shape at "${path}"` });
    return undefined;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
