import { isSame, kindAndName } from '../../../core/model/resource-ref.ts';
import type { StepAt } from './drivers/driver.ts';
import { clusterOf, type Site } from './site.ts';

/**
 * Who refers to what will be deleted and does not go before it, in words; undefined: nobody. Asked with the credential that may
 * list everything, before the run and again before each delete: a proof is as old as its last check.
 */
export async function newUserOf(site: Site, { plan, step, index, signal }: StepAt): Promise<string | undefined> {
  if (step.verb !== 'delete') return undefined;
  const reader = site.instance.clusterFor(plan.destination) ?? clusterOf(site, plan, step).reader;
  const targets = plan.steps.map(({ target }) => target);
  const earlier = [...step.usedBy, ...targets.slice(0, index)];
  const users = await reader.referencesTo(step.target, { signal });
  const stranger = users.find(
    (user) => !(user.isLoose === true ? targets : earlier).some((other) => isSame(other, user)),
  );
  if (stranger === undefined) return undefined;
  const where = stranger.namespace === '' ? '' : ` in ${stranger.namespace}`;
  return `${kindAndName(step.target)} is now used by ${kindAndName(stranger)}${where}`;
}
