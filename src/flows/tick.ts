import type { Clock } from '../ports/clock.ts';
import type { TimelineMemory } from '../ports/memory.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { PlanMemory } from '../ports/plans.ts';
import type { Queue } from '../ports/queue.ts';
import type { TendPlans } from './remedy/tend-plans.ts';
import type { TellChannels, ToldChannel } from './tell-channels.ts';

export interface TickDeps {
  readonly tellChannels: TellChannels;
  readonly channels: readonly ToldChannel[];
  readonly tendPlans: TendPlans;
  readonly plans: Pick<PlanMemory, 'forget'>;
  readonly outbox: Outbox;
  readonly timeline: TimelineMemory;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly instances: readonly string[];
  /** `draftsMs`: of plans that nobody requested. */
  readonly retention: { readonly timelineMs: number; readonly messagesMs: number; readonly draftsMs: number };
}

/** How often the clock is asked. */
export const TICK_MS = 15_000;

export type Tick = () => Promise<void>;

/**
 * Asks the clock what is due: digests, alerts, plans, deliveries that were given up, forgetting. Everything it does may be done
 * twice without harm, so that a tick which dies half-way is simply followed by the next one.
 */
export function makeTick(deps: TickDeps): Tick {
  const { tellChannels, channels, outbox, timeline, queue, clock, instances, retention } = deps;
  return async () => {
    for (const channel of channels) await tellChannels.tell(channel);
    await deps.tendPlans();
    for (const channel of await outbox.channelsWithPending()) await queue.ask({ type: 'deliver', channel });
    const now = clock.now().getTime();
    const before = (ms: number): string => new Date(now - ms).toISOString();
    for (const instance of instances) await timeline.forget(instance, before(retention.timelineMs));
    await outbox.forget(before(retention.messagesMs));
    await deps.plans.forget(before(retention.timelineMs), before(retention.draftsMs));
  };
}
