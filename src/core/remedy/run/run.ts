import type { Plan } from '../plan/plan.ts';
import type { GuardAnswer } from './answer-guard.ts';
import type { AppHealth } from './health.ts';
import type { Proof, RunAction, RunEvent } from './run-event.ts';

/** superseded: nothing was done. failed: something was, a restore is on offer. restored: with what could not be, if any. */
type RunStatus = 'running' | 'verified' | 'superseded' | 'failed' | 'restoring' | 'restored';

export interface StepRun {
  /** A guard matched: from then on the effect may be there, recorded or not. */
  readonly attempted: boolean;
  /** already: somebody else brought it about, so that an undo is not ours. */
  readonly done?: 'run' | 'already';
  readonly checked: boolean;
  /** Health was checked after it. */
  readonly watched: boolean;
  /** How often the precondition of the write did not hold. */
  readonly conflicts: number;
  /** As `attempted`, of the undo. */
  readonly undoAttempted: boolean;
  /** already: it was as before. conflict: not ours to overwrite. none: it has no undo. */
  readonly undone?: 'run' | 'already' | 'conflict' | 'none';
  /** Why it was not undone. */
  readonly because?: string;
}

export interface Run {
  readonly plan: Plan;
  readonly status: RunStatus;
  readonly started: boolean;
  readonly restoresByItself: boolean;
  readonly rechecked: boolean;
  /** Of the affected apps, before the first step. */
  readonly health: readonly AppHealth[];
  readonly bundleId?: string;
  readonly steps: readonly StepRun[];
  /** The guard of the step at hand has just matched. Never outlives the process that asked: see `runFrom`. */
  readonly matched: boolean;
  /** Policy, freezes, windows and expiry were asked by the process that acts. Never outlives it either. */
  readonly authorized: boolean;
  readonly because?: string;
  readonly proof?: Proof;
}

const MAX_CONFLICTS = 3;

const UNTOUCHED: StepRun = { attempted: false, checked: false, watched: false, conflicts: 0, undoAttempted: false };

export function newRun(plan: Plan): Run {
  const steps = plan.steps.map(() => UNTOUCHED);
  return {
    plan,
    status: 'running',
    started: false,
    restoresByItself: false,
    rechecked: false,
    health: [],
    steps,
    matched: false,
    authorized: false,
  };
}

/**
 * The run as its events have it. What a guard answered to a process that died is forgotten: whether its effect came
 * about is not recorded, so the guard is asked again before anything is done. And so is whether it may still be done:
 * hours may have gone by since that process asked.
 */
export function runFrom(plan: Plan, events: readonly RunEvent[]): Run {
  return { ...events.reduce(advance, newRun(plan)), matched: false, authorized: false };
}

/** What to do next; `wait`: nothing, until somebody asks for something or ever. */
export function nextAction(run: Run): RunAction {
  if (run.status === 'restoring') return nextUndo(run);
  if (run.status !== 'running') return { do: 'wait' };
  if (!run.started) return { do: 'start' };
  if (!run.rechecked) return { do: 'recheck' };
  if (run.bundleId === undefined) return { do: 'save-bundle' };
  const step = run.steps.findIndex(({ watched }) => !watched);
  const state = run.steps[step];
  if (state === undefined) return { do: 'prove' };
  if (state.done === undefined) {
    if (!run.matched) return { do: 'guard', step, wasAttempted: state.attempted };
    return run.authorized ? { do: 'act', step } : { do: 'reauthorize', step };
  }
  return state.checked ? { do: 'watch-health', step } : { do: 'check', step };
}

function nextUndo({ steps, matched }: Run): RunAction {
  const step = steps.findLastIndex(({ undone }) => undone === undefined);
  if (step === -1) return { do: 'wait' };
  return matched ? { do: 'undo', step } : { do: 'guard-undo', step };
}

/** An event that is no answer to the action at hand changes nothing: it was recorded late or twice. */
export function advance(run: Run, event: RunEvent): Run {
  if (event.type === 'restore-asked')
    return run.status === 'failed' || run.status === 'verified' ? restoring(run) : run;
  const action = nextAction(run);
  if (event.type === 'failed') return run.status === 'running' && run.started ? stopped(run, event.because) : run;
  if ('step' in event && !('step' in action && action.step === event.step)) return run;
  switch (event.type) {
    case 'started':
      return action.do === 'start' ? { ...run, started: true, restoresByItself: event.restoresByItself } : run;
    case 'rechecked':
      if (action.do !== 'recheck') return run;
      return event.because === undefined
        ? { ...run, rechecked: true, authorized: true, health: event.health ?? [] }
        : stopped(run, event.because);
    case 'bundle-saved':
      return action.do === 'save-bundle' ? { ...run, bundleId: event.bundleId } : run;
    case 'guarded':
      return isAtHand(action) ? guarded(run, event.step, event.answer) : run;
    case 'reauthorized':
      if (action.do !== 'reauthorize' && action.do !== 'act') return run;
      return event.because === undefined ? { ...run, authorized: true } : notAllowed(run, event.step, event.because);
    case 'acted':
      return action.do === 'act' ? withStep({ ...run, matched: false }, event.step, { done: 'run' }) : run;
    case 'conflicted':
      return action.do === 'act' ? conflicted(run, event.step) : run;
    case 'checked':
      if (action.do !== 'check') return run;
      return event.because === undefined ? withStep(run, event.step, { checked: true }) : stopped(run, event.because);
    case 'health-watched':
      if (action.do !== 'watch-health') return run;
      return event.because === undefined ? watched(run, event.step) : stopped(run, event.because);
    case 'proved':
      return action.do === 'prove' ? { ...run, status: 'verified', authorized: false, proof: event.proof } : run;
    case 'undo-guarded':
      return action.do === 'guard-undo' || action.do === 'undo' ? undoGuarded(run, event.step, event.answer) : run;
    case 'undone':
      return action.do === 'undo' ? settled(run, event.step, { undone: 'run' }) : run;
    case 'undo-failed':
      if (action.do !== 'undo' && action.do !== 'guard-undo') return run;
      return settled(run, event.step, { undone: 'conflict', because: event.because });
  }
}

/** The step is not done yet. Which of the three it is depends on the process, and an event may be another's. */
function isAtHand({ do: what }: RunAction): boolean {
  return what === 'guard' || what === 'reauthorize' || what === 'act';
}

/**
 * It may not go on. The guard has just matched, so that nothing was done of the step at hand; what was done before stays,
 * until somebody asks for a restore: a freeze that stops a change by itself does not start another by itself.
 */
function notAllowed(run: Run, step: number, because: string): Run {
  return stopped({ ...withStep(run, step, { attempted: false }), restoresByItself: false }, because);
}

/** A later answer replaces an earlier one: whoever got that died before recording what they did with it. */
function guarded(run: Run, step: number, answer: GuardAnswer): Run {
  if (answer === 'match') return withStep({ ...run, matched: true }, step, { attempted: true });
  const isDone = answer === 'already' || (answer === 'gone' && run.plan.steps[step]?.verb === 'delete');
  if (isDone)
    return withStep({ ...run, matched: false }, step, { done: run.steps[step]?.attempted ? 'run' : 'already' });
  return stopped(run, answer === 'gone' ? 'the object is gone' : 'the object is not as it was approved');
}

/** The precondition did not hold, so nothing was done: the guard says whether it is still what was approved. */
function conflicted(run: Run, step: number): Run {
  const conflicts = (run.steps[step]?.conflicts ?? 0) + 1;
  const next = withStep({ ...run, matched: false }, step, { conflicts, attempted: false });
  return conflicts > MAX_CONFLICTS ? stopped(next, 'somebody else keeps writing the object') : next;
}

function watched(run: Run, step: number): Run {
  return withStep(run, step, { watched: true });
}

function stopped(run: Run, because: string): Run {
  const next: Run = { ...run, matched: false, authorized: false, because };
  if (!run.steps.some(({ attempted }) => attempted)) return { ...next, status: 'superseded' };
  return run.restoresByItself ? restoring(next) : { ...next, status: 'failed' };
}

/** Only what this run may have done is undone, in reverse; what has no undo is marked so. */
function restoring(run: Run): Run {
  const steps = run.steps.map((state, index): StepRun => {
    if (!state.attempted) return { ...state, undone: 'already' };
    const undo = run.plan.steps[index]?.undo;
    return undo?.how === 'none' ? { ...state, undone: 'none', because: undo.because } : state;
  });
  return ended({ ...run, steps, status: 'restoring', matched: false, authorized: false });
}

function undoGuarded(run: Run, step: number, answer: GuardAnswer): Run {
  if (answer === 'match') return withStep({ ...run, matched: true }, step, { undoAttempted: true });
  if (answer === 'already') return settled(run, step, { undone: run.steps[step]?.undoAttempted ? 'run' : 'already' });
  const because = answer === 'gone' ? 'the object is gone' : 'somebody else has written it since';
  return settled(run, step, { undone: 'conflict', because });
}

function settled(run: Run, step: number, parts: Partial<StepRun>): Run {
  return ended(withStep({ ...run, matched: false }, step, parts));
}

function ended(run: Run): Run {
  return run.steps.every(({ undone }) => undone !== undefined) ? { ...run, status: 'restored' } : run;
}

function withStep(run: Run, step: number, parts: Partial<StepRun>): Run {
  return { ...run, steps: run.steps.map((state, index) => (index === step ? { ...state, ...parts } : state)) };
}
