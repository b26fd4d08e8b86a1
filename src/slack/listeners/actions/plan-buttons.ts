import type { AllMiddlewareArgs, App, BlockButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Pace } from '../../../ports/pace.ts';
import { actionPattern, PLAN_ACTION_IDS, type PlanActionId } from '../../action-ids.ts';
import { inTime } from '../../in-time.ts';
import { heard } from '../../on-error.ts';
import { answerPress, type PlanTalkDeps, type Press, type Reaction } from '../../plan-talk.ts';
import { renderNotice } from '../../render/kit/notice.ts';
import { renderNotRecorded, renderNotYet } from '../../render/plans/not-recorded.ts';
import type { Listen } from '../listen.ts';

type Args = SlackActionMiddlewareArgs<BlockButtonAction> & AllMiddlewareArgs;

export interface PlanButtonDeps extends PlanTalkDeps {
  readonly pace: Pick<Pace, 'limit'>;
}

/** Slack waits three seconds, and the ticket for a modal is good for as long. */
const PATIENCE_MS = 2000;

/** Buttons that say something of a plan: recorded first, then acknowledged (docs/adr/0017-recorded-then-acknowledged.md). */
export function listenToPlanButtons(app: App, listen: Listen, deps: PlanButtonDeps): void {
  const patienceMs = deps.pace.limit(PATIENCE_MS);
  for (const action of Object.values(PLAN_ACTION_IDS)) {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionPattern(action) },
      listen<Args, void>({
        acknowledge: 'once-recorded',
        about: ({ body }) => ({ user: body.user.id, action }),
        async hear(args, { ack, log }) {
          const answering = answerPress(pressOf(action, args), deps);
          if ((await inTime(answering, patienceMs)) === undefined) {
            await play({ tell: renderNotYet() }, args);
            await ack();
          }
          const reaction = await answering;
          await ack();
          await ('tell' in reaction ? heard(play(reaction, args)) : play(reaction, args));
          log.info('a button of a plan was answered');
        },
        apologize: (args, sorry) => play({ tell: renderNotRecorded(sorry) }, args),
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
