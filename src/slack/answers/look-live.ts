import type { AppRecord } from '../../core/memory/app-record.ts';
import { BotError } from '../../core/model/errors.ts';
import type { FoundApp } from '../../flows/read-fleet.ts';
import type { AnswerContext, AnswerDeps } from './answer.ts';

/** How long a person is kept waiting for the live answer; the snapshot's stands until then. */
const LIVE_MS = 5000;

/** The app as it is now, or why that cannot be had. */
export async function lookLive(
  { instance, record: { ref, project } }: FoundApp,
  { signal, log }: AnswerContext,
  deps: AnswerDeps,
): Promise<{ readonly record: AppRecord } | { readonly problem: string }> {
  const deadline = AbortSignal.timeout(deps.pace.limit(LIVE_MS));
  try {
    const record = await deps.lookLive(instance, { ref, project }, { signal: AbortSignal.any([signal, deadline]) });
    return record.notObserved === undefined ? { record } : { problem: record.notObserved };
  } catch (error) {
    if (deadline.aborted) return { problem: `Argo CD did not answer within ${LIVE_MS / 1000} s` };
    if (!(error instanceof BotError)) throw error;
    log.warn('no live answer', { instance, code: error.code, reason: error.message });
    return { problem: error.message };
  }
}
