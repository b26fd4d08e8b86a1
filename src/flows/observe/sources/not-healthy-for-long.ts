import type { AppSource } from '../source.ts';

export const notHealthyForLong: AppSource<'notHealthyForLong'> = async ({ known }, { now, notHealthyAfterMs }) =>
  known.notHealthySince && now.getTime() - Date.parse(known.notHealthySince.at) >= notHealthyAfterMs;
