import type { Digest } from '../core/digest/digest.ts';
import { UnavailableError, UsageError } from '../core/model/errors.ts';
import type { DeliverMessages } from './deliver-messages.ts';
import type { TellChannels, ToldChannel } from './tell-channels.ts';

export interface DigestDeskDeps {
  readonly channels: readonly ToldChannel[];
  readonly tellChannels: Pick<TellChannels, 'preview' | 'sendNow'>;
  /** Made when something is posted, and not before: a preview needs no Slack. */
  readonly makeDeliver: () => DeliverMessages;
}

const DELIVERED_WITHIN_MS = 60_000;

/** Digests of an instant that somebody chose, by the channel's id. */
export function makeDigestDesk({ channels, tellChannels, makeDeliver }: DigestDeskDeps) {
  function named(id: string): ToldChannel {
    const channel = channels.find((one) => one.id === id);
    if (channel) return channel;
    throw new UsageError('cli.no-channel', `the channel ${id} is not configured`, 'list it under slack.channels');
  }

  return {
    channels: channels.map(({ id }) => id),
    preview: (id: string, now: Date): Promise<Digest | undefined> => tellChannels.preview(named(id), now),
    async send(id: string, now: Date): Promise<Digest | undefined> {
      const deliver = makeDeliver();
      const digest = await tellChannels.sendNow(named(id), now);
      await deliver(id, AbortSignal.timeout(DELIVERED_WITHIN_MS)).catch((error: unknown) => {
        // the running service speaks in the channel right now, and sees what waits there at its next tick
        if (!(error instanceof UnavailableError && error.code === 'lock.busy')) throw error;
      });
      return digest;
    },
  };
}
