import type { Plan, Step } from '../../../../core/remedy/plan/plan.ts';
import type { GuardAnswer } from '../../../../core/remedy/run/answer-guard.ts';
import type { Guard } from '../../../../ports/cluster.ts';

/** One step of a plan, to be carried out or asked about. */
export interface StepAt {
  readonly plan: Plan;
  readonly step: Step;
  readonly index: number;
  /** Of reading and waiting. A write that began is waited for. */
  readonly signal: AbortSignal;
}

export interface Guarded {
  readonly answer: GuardAnswer;
  /** The object's version just read: precondition of the write. Absent: there is no such object. */
  readonly held?: Guard;
}

interface GuardAsked {
  /** An earlier try may have had its effect without a record of it. */
  readonly wasAttempted: boolean;
  /** Asked before the plan's first step: what the steps before this one bring about is not there yet. */
  readonly isAhead?: boolean;
}

/**
 * How steps of a verb are carried out. Every method may be asked again after a crash; only `act` has an effect, and the
 * guard recognises it. All throw what the ports throw; StaleError of `act`: the precondition did not hold, nothing was done.
 */
export interface Driver {
  guard(at: StepAt, asked: GuardAsked): Promise<Guarded>;
  /** Server-side dry run; absent: there is none for the verb. */
  readonly rehearse?: (at: StepAt, held: Guard) => Promise<void>;
  act(at: StepAt, held: Guard | undefined): Promise<void>;
  /** What is not as it should be; undefined: all is well. */
  check(at: StepAt): Promise<string | undefined>;
}
