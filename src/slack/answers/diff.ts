import type { AppRecord } from '../../core/memory/app-record.ts';
import { isSameVerdict } from '../../core/memory/same-verdict.ts';
import { BotError } from '../../core/model/errors.ts';
import { diffText, renderDiff } from '../render/diff.ts';
import { renderUnchanged } from '../render/unchanged.ts';
import type { Answer, AnswerContext, AnswerDeps } from './answer.ts';
import { findApp } from './find-app.ts';
import { lookLive } from './look-live.ts';

/** More than this does not fit a message, and longer values are shortened in one. */
const FITS = { text: 6000, line: 300 } as const;

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
  const isFileSent = await sendIfLong(record, diffText(record, resource), context, deps);
  const now = deps.clock.now();
  const rendered = renderDiff({ record, ...of, facts, isFileSent, now });
  const isSame = !isFileSent && isSameVerdict(record, found.app.record);
  yield isSame ? { rendered, beneath: renderUnchanged({ record: found.app.record, facts, now }) } : { rendered };
};

async function sendIfLong(
  { ref }: AppRecord,
  text: string,
  { viewer, log }: AnswerContext,
  { sendFile }: AnswerDeps,
): Promise<boolean> {
  const isLong = text.length > FITS.text || text.split('\n').some(({ length }) => length > FITS.line);
  if (!isLong) return false;
  try {
    await sendFile(viewer.user, { name: `${ref.name}.diff`, title: `Diff of ${ref.name}`, text });
    return true;
  } catch (error) {
    if (!(error instanceof BotError)) throw error;
    log.warn('a file could not be sent', { code: error.code, reason: error.message });
    return false;
  }
}
