import type { Clock } from '../../ports/clock.ts';
import type { RedisClient } from './connect.ts';
import type { Keys } from './keys.ts';
import type { Unreadable } from './reading.ts';

/** What the parts of the memory share. */
export interface Store {
  readonly redis: RedisClient;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly onUnreadable: (found: Unreadable) => void;
}
