import type { AppRecord } from '../../core/memory/app-record.ts';
import { isSameVerdict } from '../../core/memory/same-verdict.ts';
import { BotError } from '../../core/model/errors.ts';
import { diffText, renderDiff } from '../render/answers/diff.ts';
import { renderUnchanged } from '../render/answers/unchanged.ts';
import type { Answer, AnswerContext, AnswerDeps } from './answer.ts';
import { findApp } from './find-app.ts';
import { lookLive } from './look-live.ts';

/** The field diff, path first; a long one comes whole as a file in a direct message. */
export const answerDiff: Answer<'diff'> = async function* (command, context, deps) {
  const found = await findApp(command, context, deps);
  if ('instead' in found) return yield { rendered: found.instead };
  const { resource } = command;
  const of = resource === undefined ? {} : { resource };
  const first = { record: found.app.record, ...of, isFileSent: false };
  yield { rendered: renderDiff({ ...first, facts: 'looking', now: deps.clock.now() }) };
  const live = await lookLive(found.app, context, deps);
  const record = 'record' in live ? live.record : found.app.record;
  const facts = 'record' in live ? ('live' as const) : { notLive: live.problem };
  const now = deps.clock.now();
  const short = renderDiff({ record, ...of, facts, isFileSent: false, now });
  const isFileSent = !short.isWhole && (await sendWhole(record, diffText(record, resource), context, deps));
  const rendered = isFileSent ? renderDiff({ record, ...of, facts, isFileSent, now }) : short;
  const isSame = !isFileSent && isSameVerdict(record, found.app.record);
  yield isSame ? { rendered, beneath: renderUnchanged({ record: found.app.record, facts, now }) } : { rendered };
};

/** Answers whether it went. */
async function sendWhole(
  { ref }: AppRecord,
  text: string,
  { viewer, log }: AnswerContext,
  { sendFile }: AnswerDeps,
): Promise<boolean> {
  try {
    await sendFile(viewer.user, { name: `${ref.name}.diff`, title: `Diff of ${ref.name}`, text });
    return true;
  } catch (error) {
    if (!(error instanceof BotError)) throw error;
    log.warn('a file could not be sent', { code: error.code, reason: error.message });
    return false;
  }
}
