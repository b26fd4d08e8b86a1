import { isObject, type JsonObject, type Manifest, stringAt } from '../../../../../src/core/model/json.ts';
import { kindAndName } from '../../../../../src/core/model/resource-ref.ts';
import type { Plan, Step } from '../../../../../src/core/remedy/plan/plan.ts';
import { answerUndoGuard } from '../../../../../src/core/remedy/restore/undo-guard.ts';
import { answerGuard } from '../../../../../src/core/remedy/run/answer-guard.ts';
import { advance, nextAction, type Run, runFrom } from '../../../../../src/core/remedy/run/run.ts';
import type { RunAction, RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';

const at = '2026-01-05T12:00:00Z';

/** A cluster as a set of objects, and every effect that was ever had on it. */
export interface World {
  readonly objects: Map<string, Manifest>;
  readonly effects: string[];
  bundle: ReadonlyMap<string, Manifest> | undefined;
  /** Health is worse from this many effects on. */
  readonly sickAfter: number;
  /** Nobody may go on with it any more: a freeze began, say. */
  isFrozen: boolean;
}

export function worldOf(objects: ReadonlyMap<string, Manifest>, sickAfter = Number.POSITIVE_INFINITY): World {
  return { objects: new Map(objects), effects: [], bundle: undefined, sickAfter, isFrozen: false };
}

class Crash extends Error {}

/** Performs the run with what was recorded so far, until it waits or, after `fuel` calls and records, dies. */
export function perform(plan: Plan, world: World, events: RunEvent[], restoresByItself: boolean, fuel: number): Run {
  let left = fuel;
  const burn = () => {
    if (left === 0) throw new Crash();
    left -= 1;
  };
  let run = runFrom(plan, events);
  try {
    for (let action = nextAction(run); action.do !== 'wait'; action = nextAction(run)) {
      burn();
      const event = answer(plan, world, action, restoresByItself);
      burn();
      events.push(event);
      run = advance(run, event);
    }
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  return run;
}

function answer(plan: Plan, world: World, action: RunAction, restoresByItself: boolean): RunEvent {
  switch (action.do) {
    case 'start':
      return { type: 'started', at, restoresByItself };
    case 'recheck':
      return { type: 'rechecked', at };
    case 'save-bundle':
      world.bundle ??= new Map(world.objects);
      return { type: 'bundle-saved', at, bundleId: 'bundle-1' };
    case 'prove':
      return { type: 'proved', at, proof: { sync: 'Synced', health: 'Healthy', findingsLeft: 0 } };
    case 'wait':
      throw new Error('nothing is performed while waiting');
    default:
      return answerStep(stepOf(plan, action.step), world, action);
  }
}

type StepAction = Extract<RunAction, { readonly step: number }>;

function answerStep(step: Step, world: World, action: StepAction): RunEvent {
  const name = kindAndName(step.target);
  const live = world.objects.get(name);
  const saved = world.bundle?.get(name);
  const here = { at, step: action.step };
  switch (action.do) {
    case 'guard':
      return { type: 'guarded', ...here, answer: answerGuard(step, live, action) };
    case 'reauthorize':
      return world.isFrozen
        ? { type: 'reauthorized', ...here, because: 'changes are frozen' }
        : { type: 'reauthorized', ...here };
    case 'act':
      act(step, world, live);
      return { type: 'acted', ...here };
    case 'check':
      return { type: 'checked', ...here };
    case 'watch-health':
      return world.effects.length >= world.sickAfter
        ? { type: 'health-watched', ...here, because: 'checkout is Degraded' }
        : { type: 'health-watched', ...here };
    case 'guard-undo':
      return { type: 'undo-guarded', ...here, answer: answerUndoGuard(step, live, saved) };
    case 'undo':
      undo(step, world, live);
      return { type: 'undone', ...here };
  }
}

function act({ verb, target, patch }: Step, world: World, live: Manifest | undefined): void {
  const name = kindAndName(target);
  if (live === undefined || world.bundle === undefined) throw new Error(`${verb} of ${name} has nothing to act on`);
  world.effects.push(`${verb} ${name}`);
  if (verb === 'delete') world.objects.delete(name);
  else world.objects.set(name, merged(live, patch ?? {}));
}

function undo({ target, undo: how }: Step, world: World, live: Manifest | undefined): void {
  const name = kindAndName(target);
  const saved = world.bundle?.get(name);
  if (saved === undefined) throw new Error(`${name} is not in the bundle`);
  world.effects.push(`undo ${name}`);
  if (how.how === 'patch') world.objects.set(name, merged(live ?? {}, how.patch));
  else
    world.objects.set(name, merged(saved, { metadata: { uid: `${stringAt(saved, 'metadata', 'uid') ?? ''}-anew` } }));
}

function merged(document: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    if (value === null) delete result[key];
    else result[key] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return result;
}

function stepOf(plan: Plan, index: number): Step {
  const step = plan.steps[index];
  if (step === undefined) throw new Error(`the plan has no step ${index}`);
  return step;
}
