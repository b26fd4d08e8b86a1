import type { AllMiddlewareArgs, App, BlockButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import { ACTION_IDS, type ActionId, actionPattern } from '../../action-ids.ts';
import type { Asked, Converse } from '../../converse.ts';
import { heard } from '../../on-error.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import { sharedBy } from '../../render/kit/shared.ts';
import type { Listen } from '../listen.ts';

type Args = SlackActionMiddlewareArgs<BlockButtonAction> & AllMiddlewareArgs;

/**
 * A button stands for a command that its reader could type, and is authorised like one: by who presses it and where.
 * `answer.refresh` replaces the message it stands in, `answer.share` says it to everybody, the others answer beside it.
 */
export function listenToButtons(app: App, listen: Listen, converse: Converse): void {
  for (const id of Object.values(ACTION_IDS)) {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionPattern(id) },
      listen<Args, void>({
        acknowledge: 'at-once',
        about: (args) => ({ user: askedBy(args).user, channel: askedBy(args).channel }),
        async hear(args, context) {
          const answer = (rendered: Rendered) => tell(id, args, rendered);
          if (isInPlace(id, args)) return converse(askedBy(args), ({ rendered }) => answer(rendered), context);
          // The response URL of a button can replace only the message that the button stands in, so that an answer beside it is said
          // once: the last of the answers, which is the live one where Argo CD was quick enough.
          const frames: Rendered[] = [];
          await converse(askedBy(args), async ({ rendered }) => void frames.push(rendered), context);
          const last = frames.at(-1);
          if (last !== undefined) await heard(answer(last));
        },
        apologize: (args, sorry) => tell(id, args, sorry),
      }),
    );
  }
}

function askedBy({ body: { user, channel, container }, action }: Args): Asked {
  return { text: action.value ?? '', user: user.id, channel: channel?.id ?? container?.channel_id ?? '' };
}

function isInPlace(id: ActionId, { body }: Args): boolean {
  return id === ACTION_IDS.refresh && body.container?.is_ephemeral === true;
}

async function tell(id: ActionId, args: Args, rendered: Rendered): Promise<void> {
  const isShared = id === ACTION_IDS.share;
  const { text, blocks } = isShared ? sharedBy(rendered, args.body.user.id) : rendered;
  await args.respond({
    response_type: isShared ? 'in_channel' : 'ephemeral',
    replace_original: isInPlace(id, args),
    text,
    blocks: [...blocks],
  });
}
