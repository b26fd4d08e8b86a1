import type { Acknowledgement, Delivery, Outgoing } from './delivery.ts';
import type { FaultState } from './faults.ts';

export interface LoggedDelivery {
  readonly outgoing: Outgoing;
  readonly ack: Acknowledgement;
}

export function logging(delivery: Delivery, log: LoggedDelivery[]): Delivery {
  return {
    async deliver(outgoing) {
      const ack = await delivery.deliver(outgoing);
      log.push({ outgoing, ack });
      return ack;
    },
  };
}

export function withFaults(delivery: Delivery, faults: FaultState): Delivery {
  return {
    async deliver(outgoing) {
      if (faults.isOut) return { status: 'unreachable' };
      const first = delivery.deliver(outgoing);
      if (!faults.takeDuplicate()) return first;
      const isEvent = outgoing.kind === 'events_api';
      const [outcome] = await Promise.all([
        first,
        delivery.deliver(isEvent ? { ...outgoing, retry: { attempt: 1, reason: 'http_timeout' } } : outgoing),
      ]);
      return outcome;
    },
  };
}
