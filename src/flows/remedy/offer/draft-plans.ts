import type { Observation } from '../../../core/facts/observation.ts';
import type { Change } from '../../../core/model/change.ts';
import type { Finding } from '../../../core/model/finding.ts';
import { isSame, type ResourceRef } from '../../../core/model/resource-ref.ts';
import { planAdopt } from '../../../core/remedy/plan/adopt.ts';
import { planDelete } from '../../../core/remedy/plan/delete.ts';
import { isHookOrFinishedRun } from '../../../core/remedy/plan/hook-state.ts';
import { keepFromPruning, planMetadata } from '../../../core/remedy/plan/metadata.ts';
import type { Excluded, PlanFrame } from '../../../core/remedy/plan/plan.ts';
import type { Planned } from '../../../core/remedy/plan/planner.ts';
import { planRestart } from '../../../core/remedy/plan/restart.ts';
import { planRevert } from '../../../core/remedy/plan/revert.ts';
import { planRollback } from '../../../core/remedy/plan/rollback.ts';
import { planSync } from '../../../core/remedy/plan/sync.ts';
import { planTerminate } from '../../../core/remedy/plan/terminate.ts';
import type { Candidate } from '../../../core/remedy/plan/usage-proof.ts';
import type { Wish } from '../../../core/remedy/plan/wishes.ts';
import type { ObjectReader } from './read-objects.ts';

interface Deps {
  readonly read: ObjectReader;
  readonly observation: Observation;
  readonly digestKey: string;
}

/** `refused`: what a dry run did not let pass; it is planned without. An edit that no patch may revert is offered as a sync. */
export type DraftPlans = (
  wish: Wish,
  newFrame: () => PlanFrame,
  refused: readonly Excluded[],
) => Promise<readonly Planned[]>;

export function makeDraftPlans({ read, observation, digestKey }: Deps): DraftPlans {
  const { app, instance } = observation;

  return async ({ kind, findings }, newFrame, refused) => {
    const targets = distinct(findings).filter((ref) => !refused.some(({ target }) => isSame(target, ref)));
    const each = <T>(fetch: (ref: ResourceRef) => Promise<T>): Promise<T[]> => inTurn(targets, fetch);
    switch (kind) {
      case 'delete':
        return deletes(await each(read.candidate), newFrame, digestKey);
      case 'adopt': {
        const adoptees = await each(async (ref) => ({ ...(await read.object(ref)), target: read.targetOf(ref) }));
        return [planAdopt(newFrame(), { app, instance }, adoptees, digestKey)];
      }
      case 'sync':
        return [planSync(newFrame(), { app, rendered: await read.rendered() }, await each(read.syncItem), digestKey)];
      case 'revert': {
        const edited = await each(async (ref) => ({ ...(await read.object(ref)), changes: changesOf(ref, findings) }));
        const revert = planRevert(newFrame(), app, edited, digestKey);
        const others = [...revert.excluded, ...refused].map(({ target }) => target);
        if (others.length === 0) return [revert];
        const subject = { app, rendered: await read.rendered() };
        return [revert, planSync(newFrame(), subject, await inTurn(others, read.syncItem), digestKey)];
      }
      case 'annotate': {
        const shared = await each(async (ref) => keepFromPruning(await read.object(ref)));
        return [planMetadata(newFrame(), 'annotate', shared, digestKey)];
      }
      case 'restart':
        return [planRestart(newFrame(), await each(read.object), digestKey)];
      case 'terminate':
        return [planTerminate(newFrame(), app)];
      case 'rollback': {
        const subject = { app, instance, application: await read.application(), rendered: await read.rendered() };
        return [planRollback(newFrame(), subject, digestKey)];
      }
    }
  };
}

/** Finished hooks need fewer approvals than leftovers, and come back: two plans. */
function deletes(candidates: readonly Candidate[], newFrame: () => PlanFrame, digestKey: string): readonly Planned[] {
  const isHook = ({ live }: Candidate): boolean => live !== null && live !== undefined && isHookOrFinishedRun(live);
  const { hooks = [], zombies = [] } = Object.groupBy(candidates, (one) => (isHook(one) ? 'hooks' : 'zombies'));
  return [
    ...(zombies.length === 0 ? [] : [planDelete(newFrame(), 'delete-zombies', zombies, digestKey)]),
    ...(hooks.length === 0 ? [] : [planDelete(newFrame(), 'delete-hooks', hooks, digestKey)]),
  ];
}

function distinct(findings: readonly Finding[]): readonly ResourceRef[] {
  const refs = findings.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  return refs.filter((ref, index) => refs.findIndex((other) => isSame(other, ref)) === index);
}

function changesOf(ref: ResourceRef, findings: readonly Finding[]): readonly Change[] {
  return findings.flatMap(({ resource, changes }) => (resource !== undefined && isSame(resource, ref) ? changes : []));
}

async function inTurn<T>(refs: readonly ResourceRef[], fetch: (ref: ResourceRef) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const ref of refs) found.push(await fetch(ref));
  return found;
}
