import { BotError, UnavailableError } from '../../../core/model/errors.ts';
import { stringAt } from '../../../core/model/json.ts';
import type { AppState } from '../../../core/model/observation.ts';
import { groupKind } from '../../../core/model/resource-ref.ts';
import { type Excluded, isOnTheApplication, type Step } from '../../../core/remedy/plan/plan.ts';
import type { Planned } from '../../../core/remedy/plan/planner.ts';
import type { ConnectedInstance } from '../../connected-instance.ts';

interface Deps {
  readonly instance: Pick<ConnectedInstance, 'writing'>;
  readonly app: AppState;
  readonly signal: AbortSignal;
}

/** Plans that the API server lets pass; `draft` plans without what it refused. */
export type Rehearse = (
  draft: (refused: readonly Excluded[]) => Promise<readonly Planned[]>,
) => Promise<readonly Planned[]>;

/**
 * Server-side dry run of every step before anybody is asked to approve it. What is refused goes out of the plan, and with
 * it whatever it refers to: so the rest is planned and rehearsed again. Argo CD's dry runs are real operations: its verbs have none.
 */
export function makeRehearse({ instance, app, signal }: Deps): Rehearse {
  return async (draft) => {
    const passed = new Set<string>();
    const refused: Excluded[] = [];
    for (;;) {
      const planned = await draft(refused);
      const refusal = await firstRefusal(planned, passed);
      if (refusal === undefined) return withRefused(planned, refused);
      refused.push(refusal);
    }
  };

  async function firstRefusal(planned: readonly Planned[], passed: Set<string>): Promise<Excluded | undefined> {
    for (const step of planned.flatMap(({ plan }) => plan?.steps ?? [])) {
      if (passed.has(keyOf(step))) continue;
      const because = await refusalOf(step);
      if (because !== undefined) return { target: step.target, because };
      passed.add(keyOf(step));
    }
    return undefined;
  }

  /** @throws UnavailableError: nobody refused anything */
  async function refusalOf(step: Step): Promise<string | undefined> {
    try {
      await tryOut(step);
      return undefined;
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError) || error instanceof UnavailableError) throw error;
      return `a dry run was refused: ${error.message}`;
    }
  }

  async function tryOut({ verb, target, version, guard, patch }: Step): Promise<void> {
    if (verb !== 'delete' && patch === undefined) return;
    const { writing } = instance;
    const cluster = isOnTheApplication({ app: app.ref }, { target })
      ? writing?.ownCluster
      : writing?.clusterFor(app.destination);
    const resourceVersion = stringAt(
      await cluster?.reader.read(target, version, { signal }),
      'metadata',
      'resourceVersion',
    );
    if (cluster === undefined || resourceVersion === undefined) return;
    const precondition = { uid: guard.uid, resourceVersion };
    if (verb === 'delete') await cluster.writer.delete(target, version, precondition, { signal, dryRun: true });
    else await cluster.writer.patch(target, version, patch ?? {}, precondition, { signal, dryRun: true });
  }
}

function keyOf({ verb, target }: Step): string {
  return [verb, groupKind(target), target.namespace, target.name].join(' ');
}

/** Said by the plan itself too, where one is left. */
function withRefused(planned: readonly Planned[], refused: readonly Excluded[]): readonly Planned[] {
  if (refused.length === 0) return planned;
  const [first, ...others] = planned;
  if (first === undefined) return [{ plan: undefined, excluded: refused }];
  const excluded = [...first.excluded, ...refused];
  return [{ plan: first.plan && { ...first.plan, excluded }, excluded }, ...others];
}
