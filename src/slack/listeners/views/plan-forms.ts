import type {
  AckFn,
  AllMiddlewareArgs,
  App,
  SlackViewMiddlewareArgs,
  ViewResponseAction,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Pace } from '../../../ports/pace.ts';
import { VIEW_IDS, type ViewId } from '../../action-ids.ts';
import { parseMetadata } from '../../form-metadata.ts';
import { inTime, type Settled } from '../../in-time.ts';
import { heard, objectionForError } from '../../on-error.ts';
import { answerForm, FIELDS, type FormAnswer, objectionsTo, type SentForm } from '../../plan-forms.ts';
import type { PlanTalkDeps } from '../../plan-talk.ts';
import { VALUE } from '../../render/kit/modal.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import { refusalWords, renderDeskAnswer, type Told } from '../../render/plans/desk-answer.ts';
import { renderNotRecorded, renderNotYet } from '../../render/plans/not-recorded.ts';
import { makeTellPerson } from '../../web/tell-person.ts';
import type { Listen } from '../listen.ts';

type Args = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

export interface PlanFormDeps extends PlanTalkDeps {
  readonly pace: Pick<Pace, 'limit'>;
}

/** Slack waits three seconds for what a form is to say; then it is closed, and its sender told elsewhere. */
const PATIENCE_MS = 2000;

/** These can be repaired in the form; what is settled is told beside it, with names. */
const REPAIRABLE: ReadonlySet<Told['answer']> = new Set(['name', 'own', 'not-allowed', 'other-plan', 'out-of-turn']);

/** Forms that say something of a plan. What can be repaired is answered in the form, which stays open then. */
export function listenToPlanForms(app: App, listen: Listen, deps: PlanFormDeps): void {
  const patienceMs = deps.pace.limit(PATIENCE_MS);
  for (const id of Object.values(VIEW_IDS)) {
    app.view<ViewSubmitAction>(
      { type: 'view_submission', callback_id: id },
      listen<Args, ViewResponseAction>({
        acknowledge: 'once-recorded',
        about: ({ body }) => ({ user: body.user.id, form: id }),
        async hear(args, { ack, log }) {
          const form = formOf(id, args.body);
          const objections = objectionsTo(form);
          if (Object.keys(objections).length > 0) return sendBack(ack, objections);
          const answering = answerForm(form, deps);
          const settled = await inTime(answering, patienceMs);
          const objection = objectionIn(settled);
          if (objection !== undefined) {
            await sendBack(ack, { [FIELDS[id]]: objection });
            return log.info('a form of a plan was sent back');
          }
          if (settled === undefined) {
            await tellSender(args, renderNotYet());
            await ack();
          }
          const { said, told } = await answering;
          await ack();
          log.info('a form of a plan was answered', { said, answer: told.answer });
          await heard(tellSender(args, renderDeskAnswer(said, told)));
        },
        apologize: (args, sorry) => tellSender(args, renderNotRecorded(sorry)),
      }),
    );
  }
}

function formOf(id: ViewId, { user, trigger_id, view }: ViewSubmitAction): SentForm {
  return {
    id,
    metadata: view.private_metadata,
    who: { user: user.id, click: trigger_id },
    value: (input) => view.state.values[input]?.[VALUE]?.value ?? '',
  };
}

function sendBack(ack: AckFn<ViewResponseAction>, errors: Readonly<Record<string, string>>): Promise<void> {
  return ack({ response_action: 'errors', errors: { ...errors } });
}

function tellSender({ client, body: { user, view } }: Args, what: Rendered): Promise<void> {
  const channel = parseMetadata(view.private_metadata)?.from ?? '';
  return makeTellPerson(client)({ user: user.id, channel }, what);
}

/** What keeps the form open, in words: it can be repaired, or sent again. */
function objectionIn(settled: Settled<FormAnswer> | undefined): string | undefined {
  if (settled === undefined) return undefined;
  if ('error' in settled) return objectionForError(settled.error);
  const { said, told } = settled.answer;
  return REPAIRABLE.has(told.answer) ? refusalWords(said, told) : undefined;
}
