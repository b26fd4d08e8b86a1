import { UsageError } from '../core/model/errors.ts';

/** A time as an option gives it. */
export function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new UsageError('cli.time', `${text} is not a time`, 'write it such as 2026-11-16T09:00:00Z');
  return instant;
}
