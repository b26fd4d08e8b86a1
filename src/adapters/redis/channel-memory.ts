import type { AlertState } from '../../core/digest/alerts.ts';
import type { DigestMark } from '../../core/digest/build-digest.ts';
import type { ChannelMemory } from '../../ports/memory.ts';
import { makeRead } from './reading.ts';
import * as schema from './schema.ts';
import type { Store } from './store.ts';

export function makeChannelMemory({ redis, keys, onUnreadable }: Store): ChannelMemory {
  const readMark = makeRead<DigestMark>(schema.DigestMark, onUnreadable);
  const readAlerts = makeRead<AlertState>(schema.AlertState, onUnreadable);

  return {
    async mark(channel) {
      const key = keys.mark(channel);
      const text = await redis.get(key);
      return text === null ? undefined : readMark(text, { key });
    },

    async saveMark(channel, mark) {
      await redis.set(keys.mark(channel), JSON.stringify(mark));
    },

    async alerts(channel) {
      const key = keys.alerts(channel);
      const text = await redis.get(key);
      return text === null ? undefined : readAlerts(text, { key });
    },

    async saveAlerts(channel, state) {
      await redis.set(keys.alerts(channel), JSON.stringify(state));
    },
  };
}
