import { ApiError } from './api-error.ts';
import type { Args } from './args.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string;
}

/** One page of a list, by `limit` and `cursor`. The cursor is opaque to callers. */
export function pageOf<T>(all: readonly T[], args: Args, defaultLimit = 100): Page<T> {
  const cursor = args.text('cursor');
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!Number.isInteger(start) || start < 0 || start > all.length) throw new ApiError('invalid_cursor');
  const end = start + Math.min(args.number('limit') ?? defaultLimit, 1000);
  return {
    items: all.slice(start, end),
    nextCursor: end < all.length ? Buffer.from(String(end)).toString('base64url') : '',
  };
}
