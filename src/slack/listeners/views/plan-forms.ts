import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { BotError } from '../../../core/model/errors.ts';
import type { Log } from '../../../ports/log.ts';
import { VIEW_IDS, type ViewId } from '../../action-ids.ts';
import { parseMetadata } from '../../form-metadata.ts';
import { answerForError } from '../../on-error.ts';
import { answerForm, FIELDS, type FormAnswer, objectionsTo, type SentForm } from '../../plan-forms.ts';
import { VALUE } from '../../render/kit/modal.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import { refusalWords, renderDeskAnswer, type Told } from '../../render/plans/desk-answer.ts';
import { makeTellPerson } from '../../web/tell-person.ts';
import type { PlanListenerDeps } from '../actions/plan-buttons.ts';

type Ack = SlackViewMiddlewareArgs<ViewSubmitAction>['ack'];

/** Slack waits three seconds for what a form is to say; then it is closed, and its sender told elsewhere. */
const PATIENCE_MS = 2000;

/** These can be repaired in the form; what is settled is told beside it, with names. */
const REPAIRABLE: ReadonlySet<Told['answer']> = new Set(['name', 'own', 'not-allowed', 'other-plan', 'out-of-turn']);

type Settled = { readonly answer: FormAnswer } | { readonly error: unknown };

/** Forms that say something of a plan. */
export function listenToPlanForms(app: App, deps: PlanListenerDeps): void {
  const { log, metrics, correlated } = deps;
  const patienceMs = deps.pace.limit(PATIENCE_MS);
  for (const id of Object.values(VIEW_IDS)) {
    app.view<ViewSubmitAction>({ type: 'view_submission', callback_id: id }, async ({ ack: tell, body, client }) => {
      const started = performance.now();
      const ack: Ack = async (...answer) => {
        await tell(...answer);
        metrics.record('plumbline_ack_seconds', (performance.now() - started) / 1000, {});
      };
      const form = formOf(id, body);
      const objections = objectionsTo(form);
      if (Object.keys(objections).length > 0) return ack({ response_action: 'errors', errors: { ...objections } });
      const correlation = randomUUID();
      const about = log.with({ correlation, user: form.who.user, form: id });
      await correlated(correlation, async () => {
        const settled = await acknowledged(settle(answerForm(form, deps)), { id, ack, patienceMs });
        if (settled === undefined) return about.info('a form of a plan was sent back');
        const channel = parseMetadata(form.metadata)?.from ?? '';
        await makeTellPerson(client)({ user: form.who.user, channel }, wordsFor(settled, correlation, about)).catch(
          (lost: unknown) => about.warn('an answer could not be sent', { error: lost }),
        );
      });
    });
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

async function settle(answer: Promise<FormAnswer>): Promise<Settled> {
  try {
    return { answer: await answer };
  } catch (error) {
    return { error };
  }
}

/** Keeps the form open where it can be repaired or sent again: then there is nothing left to tell. */
async function acknowledged(
  pending: Promise<Settled>,
  { id, ack, patienceMs }: { readonly id: ViewId; readonly ack: Ack; readonly patienceMs: number },
): Promise<Settled | undefined> {
  const early = await inTime(pending, patienceMs);
  const objection = early && objectionIn(early);
  if (objection === undefined) {
    await ack();
    return pending;
  }
  await ack({ response_action: 'errors', errors: { [FIELDS[id]]: objection } });
  return undefined;
}

async function inTime(pending: Promise<Settled>, patienceMs: number): Promise<Settled | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([pending, sleep(patienceMs, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

function objectionIn(settled: Settled): string | undefined {
  if ('error' in settled) {
    const { error } = settled;
    return error instanceof BotError ? `${error.message}: ${error.hint}` : undefined;
  }
  const { said, told } = settled.answer;
  return REPAIRABLE.has(told.answer) ? refusalWords(said, told) : undefined;
}

function wordsFor(settled: Settled, correlation: string, log: Log): Rendered {
  if ('error' in settled) return answerForError(settled.error, correlation, log);
  const { said, told } = settled.answer;
  log.info('a form of a plan was answered', { said, answer: told.answer });
  return renderDeskAnswer(said, told);
}
