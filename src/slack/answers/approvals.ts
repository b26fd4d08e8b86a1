import { appKey } from '../../core/model/app-key.ts';
import { coversApp, coversInstance } from '../../core/model/fleet-scope.ts';
import type { PlanCard } from '../../core/remedy/approval/plan-card.ts';
import { renderApprovals } from '../render/plans/approvals.ts';
import type { Answer, AnswerContext, AnswerDeps } from './answer.ts';

/** What waits, runs or can be restored, as far as the viewer may see the apps. */
export const answerApprovals: Answer<'approvals'> = async function* (command, { viewer }, deps) {
  const all = (await deps.remedy?.desk.open()) ?? [];
  const asked = all.filter(({ plan }) => command.instance === undefined || plan.instance === command.instance);
  const visible = await Promise.all(asked.map((card) => isVisible(card, viewer, deps)));
  const cards = asked.filter((_, index) => visible[index]);
  yield { rendered: renderApprovals({ cards, command, now: deps.clock.now() }) };
};

/** An app that is gone has no labels any more: then its project alone decides, where a scope asks for no labels. */
async function isVisible(
  { plan }: PlanCard,
  { scopes }: AnswerContext['viewer'],
  { fleet }: AnswerDeps,
): Promise<boolean> {
  const here = scopes.filter((scope) => coversInstance(scope, plan.instance));
  if (here.length === 0) return false;
  const [record] = await fleet.records(plan.instance, [appKey(plan.app)]);
  const app = { project: plan.project, labels: record?.labels ?? {} };
  return here.some((scope) => coversApp(scope, app));
}
