import type { PlanNote } from '../../core/message/message.ts';
import { type CardFacts, makePlanCard, type PlanCard, phaseOf } from '../../core/remedy/approval/plan-card.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { PlanMemory, PlanRecord } from '../../ports/plans.ts';
import type { Queue } from '../../ports/queue.ts';

/** Makes the plan's message in its channel show what is true now. Asked twice, it is posted once. */
export type PublishPlan = (planId: string) => Promise<void>;

/** Posts a note once: below the plan's message, or in another channel. */
export type NotePlan = (
  record: PlanRecord,
  about: PlanNote['about'],
  /** `key`: what is posted once; `channel`: elsewhere than below the plan's message. */
  options: { readonly key: string; readonly channel?: string | undefined },
) => Promise<void>;

export interface PublishPlanDeps extends Omit<CardFacts, 'now'> {
  readonly plans: PlanMemory;
  readonly outbox: Outbox;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** Phases that the thread is notified of: an edit notifies nobody. */
const ENDS = new Set(['verified', 'failed', 'restored', 'superseded', 'denied', 'expired']);

export function makePublishPlan(deps: PublishPlanDeps): PublishPlan {
  const { plans, outbox } = deps;
  const notePlan = makeNotePlan(deps);
  return async (planId) => {
    // another process may have published something newer meanwhile: whoever wrote last reads once more
    for (let shown = -1; ; ) {
      const record = await plans.find(planId);
      if (record === undefined || lengthOf(record) === shown) return;
      const card = cardOf(record, deps);
      const { channel } = card.approval;
      if (channel === '') return;
      await put({ channel, key: messageKey(planId), message: { type: 'plan', card } });
      const phase = phaseOf(card);
      if (ENDS.has(phase)) await notePlan(record, 'ended', { key: `ended.${phase}` });
      shown = lengthOf(record);
    }
  };

  async function put(entry: Parameters<Outbox['put']>[0]): Promise<void> {
    const { pending } = await outbox.put(entry);
    if (pending) await deps.queue.ask({ type: 'deliver', channel: entry.channel });
  }
}

export function makeNotePlan(deps: PublishPlanDeps): NotePlan {
  const { outbox, queue, clock } = deps;
  return async (record, about, { key, channel: elsewhere }) => {
    const card = cardOf(record, deps);
    const note: PlanNote = { about, card, at: clock.now().toISOString() };
    const channel = elsewhere ?? card.approval.channel;
    const under = messageKey(record.plan.id);
    const { pending } = await outbox.put(
      {
        channel,
        key: `${under}.${key}`,
        message: { type: 'plan-note', note },
        ...(elsewhere === undefined ? { under } : {}),
      },
      { onlyNew: true },
    );
    if (pending) await queue.ask({ type: 'deliver', channel });
  };
}

export function cardOf(record: PlanRecord, deps: Omit<CardFacts, 'now'> & { readonly clock: Clock }): PlanCard {
  return makePlanCard(record, { ...deps, now: deps.clock.now() });
}

function messageKey(planId: string): string {
  return `plan.${planId}`;
}

function lengthOf({ approval, run }: PlanRecord): number {
  return approval.length + run.length;
}
