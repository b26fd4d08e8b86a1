import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Acknowledgement, Delivery } from '../delivery.ts';
import type { Workspace } from '../workspace/make-workspace.ts';

/** The Events API: one delivery, and up to three more while the app does not answer. */
export interface Events {
  /** Resolves with the first attempt's outcome; the retries go on by themselves. */
  send(event: JsonObject): Promise<Acknowledgement>;
  readonly pendingRetries: number;
  close(): void;
}

export interface EventsOptions {
  readonly workspace: Workspace;
  readonly delivery: Delivery;
  /** Milliseconds before the first, second and third retry. */
  readonly retryDelays: readonly number[];
}

export function makeEvents({ workspace, delivery, retryDelays }: EventsOptions): Events {
  const timers = new Set<NodeJS.Timeout>();

  function scheduleRetry(payload: JsonObject, attempt: number, failed: Acknowledgement): void {
    const delay = retryDelays[attempt - 1];
    const reason = reasonOf(failed);
    if (delay === undefined || reason === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void delivery
        .deliver({ kind: 'events_api', payload, retry: { attempt, reason } })
        .then((outcome) => scheduleRetry(payload, attempt + 1, outcome));
    }, delay).unref();
    timers.add(timer);
  }

  return {
    async send(event) {
      const payload = envelope(workspace, event);
      const outcome = await delivery.deliver({ kind: 'events_api', payload });
      scheduleRetry(payload, 1, outcome);
      return outcome;
    },
    get pendingRetries() {
      return timers.size;
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

function reasonOf(outcome: Acknowledgement): string | undefined {
  switch (outcome.status) {
    case 'acked':
      return undefined;
    case 'timeout':
      return 'http_timeout';
    case 'refused':
      return outcome.noRetry ? undefined : 'http_error';
    case 'unreachable':
      return 'connection_failed';
  }
}

function envelope({ team, bot, ids, clock }: Workspace, event: JsonObject): JsonObject {
  const id = ids.next('Ev');
  return {
    token: 'verification',
    team_id: team.id,
    api_app_id: bot.appId,
    event: { ...event, event_ts: ids.ts() },
    type: 'event_callback',
    event_id: id,
    event_time: Math.floor(clock.now().getTime() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: team.id, user_id: bot.userId, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${id}`,
  };
}
