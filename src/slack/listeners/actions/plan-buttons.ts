import type { AllMiddlewareArgs, App, BlockButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { actionPattern, PLAN_ACTION_IDS, type PlanActionId } from '../../action-ids.ts';
import { answerPress, type PlanTalkDeps, type Press, type Reaction } from '../../plan-talk.ts';
import { renderNotice } from '../../render/kit/notice.ts';
import type { Listen } from '../listen.ts';

type Args = SlackActionMiddlewareArgs<BlockButtonAction> & AllMiddlewareArgs;

/** Buttons that say something of a plan. The ticket for a modal is good for three seconds. */
export function listenToPlanButtons(app: App, listen: Listen, deps: PlanTalkDeps): void {
  for (const action of Object.values(PLAN_ACTION_IDS)) {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionPattern(action) },
      listen<Args, void>({
        acknowledge: 'at-once',
        about: ({ body }) => ({ user: body.user.id, action }),
        async hear(args, { log }) {
          await play(await answerPress(pressOf(action, args), deps), args);
          log.info('a button of a plan was answered');
        },
        apologize: (args, sorry) => play({ tell: sorry }, args),
      }),
    );
  }
}

function pressOf(action: PlanActionId, { body, action: button }: Args): Press {
  return {
    action,
    planId: button.value ?? '',
    who: { user: body.user.id, click: body.trigger_id },
    channel: body.channel?.id ?? '',
  };
}

/** From a message: beside it, or in a modal. From a modal: in its place. */
async function play(reaction: Reaction, { body: { view, trigger_id }, client, respond }: Args): Promise<void> {
  if (view !== undefined) {
    const next: ModalView = 'show' in reaction ? reaction.show : renderNotice(reaction.tell);
    await client.views.update({ view_id: view.id, view: next });
  } else if ('show' in reaction) {
    await client.views.open({ trigger_id, view: reaction.show });
  } else {
    const { text, blocks } = reaction.tell;
    await respond({ response_type: 'ephemeral', replace_original: false, text, blocks: [...blocks] });
  }
}
