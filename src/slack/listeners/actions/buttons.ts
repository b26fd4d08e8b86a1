import type { App, BlockAction, BlockButtonAction } from '@slack/bolt';
import type { Metrics } from '../../../ports/metrics.ts';
import { ACTION_IDS, type ActionId, actionPattern } from '../../action-ids.ts';
import type { Asked, Converse } from '../../converse.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import { sharedBy } from '../../render/kit/shared.ts';

type Respond = Parameters<Parameters<App['action']>[1]>[0]['respond'];

/**
 * A button stands for a command that its reader could type, and is authorised like one: by who presses it and where.
 * `answer.refresh` replaces the message it stands in, `answer.share` says it to everybody, the others answer beside it.
 */
export function listenToButtons(app: App, converse: Converse, metrics: Metrics): void {
  for (const id of Object.values(ACTION_IDS)) {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionPattern(id) },
      async ({ ack, body, action, respond }) => {
        const started = performance.now();
        await ack();
        metrics.record('plumbline_ack_seconds', (performance.now() - started) / 1000, {});
        const asked = { text: action.value ?? '', user: body.user.id, channel: channelOf(body) };
        if (id === ACTION_IDS.refresh && body.container?.is_ephemeral === true) await inPlace(asked, converse, respond);
        else await beside(asked, converse, respond, id);
      },
    );
  }
}

function channelOf({ channel, container }: BlockAction): string {
  return channel?.id ?? container?.channel_id ?? '';
}

function inPlace(asked: Asked, converse: Converse, respond: Respond): Promise<void> {
  return converse(asked, async ({ rendered: { text, blocks } }) => {
    await respond({ response_type: 'ephemeral', replace_original: true, text, blocks: [...blocks] });
  });
}

/**
 * The response URL of a button can replace only the message that the button stands in, so that an answer beside it is said
 * once: the last of the answers, which is the live one where Argo CD was quick enough.
 */
async function beside(asked: Asked, converse: Converse, respond: Respond, id: ActionId): Promise<void> {
  let last: Rendered | undefined;
  await converse(asked, async ({ rendered }) => {
    last = rendered;
  });
  if (last === undefined) return;
  const isShared = id === ACTION_IDS.share;
  const { text, blocks } = isShared ? sharedBy(last, asked.user) : last;
  await respond({
    response_type: isShared ? 'in_channel' : 'ephemeral',
    replace_original: false,
    text,
    blocks: [...blocks],
  });
}
