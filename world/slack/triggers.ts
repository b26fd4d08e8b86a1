import type { Clock, Ids } from './workspace/ids.ts';

export interface Trigger {
  readonly user: string;
}

/** Tickets for opening one modal, good for three seconds: docs/facts.md#three-seconds. */
export interface Triggers {
  issue(trigger: Trigger): string;
  redeem(id: string): Trigger | 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id';
}

const LIFETIME_MS = 3000;

export function makeTriggers(clock: Clock, ids: Ids, lifetimeMs = LIFETIME_MS): Triggers {
  const issued = new Map<string, Trigger & { readonly at: number }>();
  const used = new Set<string>();
  return {
    issue(trigger) {
      const id = `${ids.ts()}.${ids.secret('trigger')}`;
      issued.set(id, { ...trigger, at: clock.now().getTime() });
      return id;
    },
    redeem(id) {
      const trigger = issued.get(id);
      if (!trigger) return 'invalid_trigger_id';
      if (used.has(id)) return 'exchanged_trigger_id';
      if (clock.now().getTime() - trigger.at > lifetimeMs) return 'expired_trigger_id';
      used.add(id);
      return trigger;
    },
  };
}
