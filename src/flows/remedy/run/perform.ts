import { defined } from '../../../core/model/defined.ts';
import { BotError, RejectedError, StaleError, UnavailableError } from '../../../core/model/errors.ts';
import type { Approval } from '../../../core/remedy/approval/approval.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import type { Run } from '../../../core/remedy/run/run.ts';
import type { RunAction, RunEvent } from '../../../core/remedy/run/run-event.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Guard } from '../../../ports/cluster.ts';
import { watchHealth } from './affected-health.ts';
import type { StepAt } from './drivers/driver.ts';
import type { Drivers } from './drivers/registry.ts';
import { newUserOf } from './new-user.ts';
import { type ProveDeps, prove } from './prove.ts';
import type { Recheck } from './recheck.ts';
import { refusalOf, withoutStop } from './refusal.ts';
import { saveBundle } from './save-bundle.ts';
import type { Site } from './site.ts';
import type { Undo } from './undo.ts';

export interface PerformDeps extends ProveDeps {
  readonly site: Site;
  readonly drivers: Drivers;
  readonly undo: Undo;
  readonly recheck: Recheck;
  readonly clock: Clock;
}

/** What one process holds while it carries out a run, and loses with its end. */
export interface Pass {
  readonly approval: Approval;
  readonly signal: AbortSignal;
  /** What the guard of the step at hand has just read. */
  held?: Guard | undefined;
  /** How often the undo of the step at hand found another version than its guard. */
  staleUndos: number;
}

type Doable = Exclude<RunAction, { readonly do: 'wait' }>;

/** Does what the run asks for and answers with what to record. Throws what is worth another try, and bugs. */
export type Perform = (run: Run, action: Doable, pass: Pass) => Promise<RunEvent>;

const MAX_STALE_UNDOS = 3;

export function makePerform(deps: PerformDeps): Perform {
  const { site, drivers, undo, recheck, clock } = deps;

  async function happen(run: Run, action: Doable, pass: Pass): Promise<RunEvent> {
    const { plan } = run;
    const { signal } = pass;
    switch (action.do) {
      case 'start':
        return { type: 'started', at: now(), restoresByItself: site.instance.writing?.restoresByItself ?? false };
      case 'recheck': {
        const answer = await recheck.all(pass.approval, signal);
        return { type: 'rechecked', at: now(), ...answer };
      }
      case 'save-bundle': {
        const bundleId = await saveBundle(site, plan, pass.approval.last?.at ?? now(), signal);
        return { type: 'bundle-saved', at: now(), bundleId };
      }
      case 'prove': {
        const proof = await prove(deps, plan, signal);
        return { type: 'proved', at: now(), proof };
      }
      case 'guard-undo':
      case 'undo':
        return undoing(stepAt(plan, action.step, signal), action, pass);
      default:
        return stepping(run, stepAt(plan, action.step, signal), action, pass);
    }
  }

  type StepAction = Extract<Doable, { readonly do: 'guard' | 'reauthorize' | 'act' | 'check' | 'watch-health' }>;

  async function stepping(run: Run, at: StepAt, action: StepAction, pass: Pass): Promise<RunEvent> {
    const driver = drivers[at.step.verb];
    const step = action.step;
    switch (action.do) {
      case 'guard': {
        const { answer, held } = await driver.guard(at, action);
        pass.held = held;
        const user = answer === 'match' ? await newUserOf(site, at) : undefined;
        if (user !== undefined) return { type: 'failed', at: now(), because: user };
        return { type: 'guarded', at: now(), step, answer };
      }
      case 'reauthorize': {
        const because = await recheck.authority(pass.approval, pass.signal);
        return { type: 'reauthorized', at: now(), step, ...defined({ because }) };
      }
      case 'act':
        try {
          await driver.act(at, pass.held);
          return { type: 'acted', at: now(), step };
        } catch (error) {
          if (error instanceof StaleError) return { type: 'conflicted', at: now(), step };
          throw error;
        }
      case 'check':
        return { type: 'checked', at: now(), step, ...defined({ because: await driver.check(at) }) };
      case 'watch-health': {
        const because = await watchHealth(site, run.plan, run.health, pass.signal);
        return { type: 'health-watched', at: now(), step, ...defined({ because }) };
      }
    }
  }

  async function undoing(at: StepAt, action: Doable & { readonly step: number }, pass: Pass): Promise<RunEvent> {
    const { step } = action;
    if (action.do === 'guard-undo') pass.staleUndos = 0;
    if (action.do === 'undo') {
      try {
        await undo.act(at, pass.held);
        return { type: 'undone', at: now(), step };
      } catch (error) {
        pass.staleUndos += 1;
        if (!(error instanceof StaleError) || pass.staleUndos > MAX_STALE_UNDOS) throw error;
      }
    }
    const { answer, held } = await undo.guard(at);
    pass.held = held;
    return { type: 'undo-guarded', at: now(), step, answer };
  }

  const now = (): string => clock.now().toISOString();

  return async (run, action, pass) => {
    try {
      return await happen(run, action, pass);
    } catch (error) {
      if (!(error instanceof BotError) || error instanceof UnavailableError) throw error;
      return refused(run.plan, action, error, now());
    }
  };
}

/** Nobody will decide otherwise the next time. */
function refused(plan: Plan, action: Doable, error: BotError, at: string): RunEvent {
  const target = 'step' in action ? plan.steps[action.step]?.target : undefined;
  const words = target === undefined ? withoutStop(error.message) : refusalOf(error, target);
  if (action.do === 'undo' || action.do === 'guard-undo')
    return { type: 'undo-failed', at, step: action.step, because: words };
  return { type: 'failed', at, because: words };
}

function stepAt(plan: Plan, index: number, signal: AbortSignal): StepAt {
  const step = plan.steps[index];
  if (step === undefined)
    throw new RejectedError('remedy.no-such-step', `Plan ${plan.id} has no step ${index + 1}.`, 'Plan again.');
  return { plan, step, index, signal };
}
