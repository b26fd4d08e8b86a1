import { createHash } from 'node:crypto';

export interface Clock {
  now(): Date;
}

/** Ids in Slack's forms, each different from all before; the same sequence in every run. */
export interface Ids {
  /** A message's time stamp, unique and growing even while the clock stands. */
  ts(): string;
  next(prefix: string): string;
  blockId(): string;
  /** Unguessable in form only: `seed` keeps workspaces apart. */
  secret(purpose: string): string;
}

const MICROSECONDS = 1_000_000;

export function makeIds(clock: Clock, seed = 'plumbline'): Ids {
  let lastTs = 0;
  let count = 0;
  const digest = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  return {
    ts() {
      lastTs = Math.max(lastTs + 1, clock.now().getTime() * 1000);
      return `${Math.floor(lastTs / MICROSECONDS)}.${String(lastTs % MICROSECONDS).padStart(6, '0')}`;
    },
    next(prefix) {
      count += 1;
      return `${prefix}0${count.toString(36).toUpperCase().padStart(8, '0')}`;
    },
    blockId() {
      count += 1;
      return digest(`block ${count}`).slice(0, 5);
    },
    secret(purpose) {
      count += 1;
      return digest(`${purpose} ${count}`).slice(0, 32);
    },
  };
}
