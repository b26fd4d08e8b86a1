import { randomUUID } from 'node:crypto';
import type { App, BlockAction, BlockButtonAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../ports/log.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { Pace } from '../../../ports/pace.ts';
import { actionPattern, PLAN_ACTION_IDS } from '../../action-ids.ts';
import { answerForError } from '../../on-error.ts';
import { answerPress, type PlanTalkDeps, type Press, type Reaction } from '../../plan-talk.ts';
import { renderNotice } from '../../render/kit/notice.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import { slackError } from '../../web/errors.ts';

export interface PlanListenerDeps extends PlanTalkDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  /** How long a form may wait for its answer; Slack waits three seconds. */
  readonly pace: Pick<Pace, 'limit'>;
  /** Runs the work so that every job it asks for carries the id. */
  readonly correlated: <T>(id: string, work: () => Promise<T>) => Promise<T>;
}

/** Buttons that say something of a plan. The ticket for a modal is good for three seconds. */
export function listenToPlanButtons(app: App, deps: PlanListenerDeps): void {
  const { log, metrics, correlated } = deps;
  for (const action of Object.values(PLAN_ACTION_IDS)) {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionPattern(action) },
      async ({ ack, body, action: button, respond, client }) => {
        const started = performance.now();
        await ack();
        metrics.record('plumbline_ack_seconds', (performance.now() - started) / 1000, {});
        const press: Press = {
          action,
          planId: button.value ?? '',
          who: { user: body.user.id, click: body.trigger_id },
          channel: body.channel?.id ?? '',
        };
        const correlation = randomUUID();
        const about = log.with({ correlation, user: press.who.user, action });
        const tell = async ({ text, blocks }: Rendered): Promise<void> => {
          await respond({ response_type: 'ephemeral', replace_original: false, text, blocks: [...blocks] });
        };
        await correlated(correlation, async () => {
          try {
            await play(await answerPress(press, deps), body, client, tell);
            about.info('a button of a plan was answered');
          } catch (error) {
            const sorry = answerForError(slackError(error), correlation, about);
            await play({ tell: sorry }, body, client, tell).catch((lost: unknown) =>
              about.warn('an answer could not be sent', { error: lost }),
            );
          }
        });
      },
    );
  }
}

/** From a message: beside it, or in a modal. From a modal: in its place. */
async function play(
  reaction: Reaction,
  { view, trigger_id }: BlockAction,
  client: WebClient,
  tell: (what: Rendered) => Promise<void>,
): Promise<void> {
  if (view !== undefined) {
    const next: ModalView = 'show' in reaction ? reaction.show : renderNotice(reaction.tell);
    await client.views.update({ view_id: view.id, view: next });
  } else if ('show' in reaction) {
    await client.views.open({ trigger_id, view: reaction.show });
  } else {
    await tell(reaction.tell);
  }
}
