import type { Offer } from '../../core/remedy/plan/plan.ts';
import { renderNoRemedy } from '../render/plans/no-remedy.ts';
import { renderOffer } from '../render/plans/offer.ts';
import { renderPlanning, renderPlanningLate } from '../render/plans/planning.ts';
import type { Answer, AnswerContext, AnswerDeps, RemedyDeps } from './answer.ts';
import { findApp } from './find-app.ts';

const POLL_MS = 300;
const PATIENCE_MS = 60_000;

/** What can be done about one app, as it is now: a worker plans it, because it reads the cluster. */
export const answerFix: Answer<'fix'> = async function* (command, context, deps) {
  const found = await findApp(command, context, deps);
  if ('instead' in found) return yield { rendered: found.instead };
  const { instance, record } = found.app;
  const { ref, project } = record;
  if (!deps.remedy?.canFix(instance)) return yield { rendered: renderNoRemedy(instance) };
  const offerId = deps.remedy.newId();
  await deps.queue.ask({ type: 'plan', instance, app: { ref, project }, offerId });
  yield { rendered: renderPlanning(ref.name), isPassing: true };
  const offer = await offered(offerId, context, deps, deps.remedy);
  if (offer !== undefined) return yield { rendered: renderOffer({ offer, now: deps.clock.now() }) };
  context.log.warn('a plan outlasted the patience of its asker', { instance, app: ref.name });
  yield { rendered: renderPlanningLate(instance, ref, PATIENCE_MS) };
};

/** undefined: it was not made in time. */
async function offered(
  offerId: string,
  { signal }: AnswerContext,
  { pace }: AnswerDeps,
  { plans }: RemedyDeps,
): Promise<Offer | undefined> {
  for (const until = pace.now() + PATIENCE_MS; pace.now() < until; ) {
    await pace.wait(POLL_MS, signal);
    const offer = await plans.offer(offerId);
    if (offer !== undefined) return offer;
  }
  return undefined;
}
