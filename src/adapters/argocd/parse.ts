import type { z } from 'zod';
import type { Speaker } from './errors.ts';
import { foreignAnswer } from './network-errors.ts';

export type Parse = <T extends z.ZodType>(schema: T, value: unknown) => z.output<T>;

/** Names the fields that are wrong, never their values. */
export function makeParse(speaker: Speaker): Parse {
  return (schema, value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw foreignAnswer(`an unexpected shape at "${issue?.path.join('.') ?? ''}"`, speaker);
  };
}
