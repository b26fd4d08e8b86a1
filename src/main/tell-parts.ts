import type { Memory } from '../adapters/redis/client.ts';
import type { Config } from '../config/schema.ts';
import { makeTellChannels, type TellChannels, type ToldChannel } from '../flows/tell-channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Queue } from '../ports/queue.ts';

export interface TellParts {
  readonly channels: readonly ToldChannel[];
  readonly tellChannels: TellChannels;
}

/** What channels are told, and by whom. */
export function tellPartsOf(config: Config, memory: Memory, queue: Queue, clock: Clock): TellParts {
  const tellChannels = makeTellChannels({
    snapshots: memory.snapshots,
    timeline: memory.timeline,
    channelMemory: memory.channels,
    plans: memory.plans,
    outbox: memory.outbox,
    locks: memory.locks,
    queue,
    clock,
    instances: config.instances.map(({ name }) => name),
    downAfterMs: config.scan.downAfter,
  });
  return { channels: config.slack.channels, tellChannels };
}
