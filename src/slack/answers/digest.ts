import { UsageError } from '../../core/model/errors.ts';
import type { ToldChannel } from '../../flows/tell-channels.ts';
import { renderScanProgress } from '../render/answers/scan-progress.ts';
import { renderDigest } from '../render/channel/digest.ts';
import type { Answer, AnswerContext } from './answer.ts';

/** Today's digest as it would be now; nothing is posted and nothing counts as told. */
export const answerDigest: Answer<'digest'> = async function* (
  _command,
  { viewer },
  { tellChannels, channels, clock },
) {
  const digest = await tellChannels.preview(channelFor(viewer, channels));
  yield { rendered: digest === undefined ? renderScanProgress([], clock.now()) : renderDigest(digest) };
};

/** This channel's; elsewhere one made of what the asker may see. */
function channelFor({ channel, scopes }: AnswerContext['viewer'], channels: readonly ToldChannel[]): ToldChannel {
  const here = channels.find(({ id }) => id === channel);
  if (here) return here;
  const [scope] = scopes;
  if (scope === undefined) {
    throw new UsageError(
      'slack.no-digest',
      'no digest is made for this place',
      'ask in a channel that is listed under slack.channels',
    );
  }
  return {
    id: channel,
    ...scope,
    digest: { enabled: false, at: '09:00', timeZone: channels[0]?.digest.timeZone ?? 'UTC', quietDay: 'line' },
    alerts: false,
  };
}
