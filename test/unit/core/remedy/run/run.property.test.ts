import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../../src/core/model/json.ts';
import { objectDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import type { Plan, Step } from '../../../../../src/core/remedy/plan/plan.ts';
import { type Run, runFrom } from '../../../../../src/core/remedy/run/run.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { aPlan, aStep, liveObject, refTo } from '../builders.ts';
import { perform, type World, worldOf } from './simulated-run.ts';

type Deed = 'delete' | 'delete-for-good' | 'annotate';

function stepFor(deed: Deed, index: number): { readonly step: Step; readonly live: Manifest } {
  const target = refTo(`ConfigMap/object-${index}`);
  const live = liveObject(target, { metadata: { uid: `u${index}`, annotations: { kept: 'yes' } } });
  const guard = { uid: `u${index}`, digest: objectDigest(live), mutated: [] };
  if (deed === 'delete') return { step: aStep({ target, guard }), live };
  if (deed === 'delete-for-good')
    return { step: aStep({ target, guard, undo: { how: 'none', because: 'it would run again' } }), live };
  const patch = { metadata: { annotations: { tracked: 'yes' } } };
  const undo = { how: 'patch', patch: { metadata: { annotations: { tracked: null } } } } as const;
  return { step: aStep({ target, guard, verb: 'annotate', patch, check: 'written', undo, tier: 1 }), live };
}

function scenario(deeds: readonly Deed[], sickAfter?: number): { readonly plan: Plan; readonly world: () => World } {
  const made = deeds.map(stepFor);
  const objects = new Map(made.map(({ step, live }) => [`ConfigMap/${step.target.name}`, live]));
  return { plan: aPlan(made.map(({ step }) => step)), world: () => worldOf(objects, sickAfter) };
}

/** What must be the same however often the process died. */
function end(run: Run, world: World): unknown {
  const steps = run.steps.map(({ done, undone }) => [done, undone]);
  return { status: run.status, steps, objects: [...world.objects].toSorted(), effects: world.effects };
}

const deeds = fc.array(fc.constantFrom<Deed[]>('delete', 'delete-for-good', 'annotate'), {
  minLength: 1,
  maxLength: 5,
});
const sickness = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });

describe('a run that is killed', () => {
  it('at any points ends as if it had not been, and has no effect twice', () => {
    fc.assert(
      fc.property(deeds, sickness, fc.boolean(), fc.array(fc.nat({ max: 25 })), (given, sickAfter, restores, kills) => {
        const { plan, world } = scenario(given, sickAfter);
        const [calm, killed] = [world(), world()];
        const expected = end(perform(plan, calm, [], restores, Number.POSITIVE_INFINITY), calm);
        const events: RunEvent[] = [];
        for (const fuel of kills) perform(plan, killed, events, restores, fuel);
        const run = perform(plan, killed, events, restores, Number.POSITIVE_INFINITY);
        expect(end(run, killed)).toEqual(expected);
        expect(new Set(killed.effects).size).toBe(killed.effects.length);
        expect(runFrom(plan, events)).toEqual(run);
      }),
      { numRuns: 300 },
    );
  });

  it('at every single point, for a delete, an adoption and the restore of both', () => {
    const { plan, world } = scenario(['delete', 'annotate', 'delete-for-good', 'delete'], 4);
    const calm = world();
    const expected = end(perform(plan, calm, [], true, Number.POSITIVE_INFINITY), calm);
    expect(calm.effects).toEqual([
      'delete ConfigMap/object-0',
      'annotate ConfigMap/object-1',
      'delete ConfigMap/object-2',
      'delete ConfigMap/object-3',
      'undo ConfigMap/object-3',
      'undo ConfigMap/object-1',
      'undo ConfigMap/object-0',
    ]);
    let fuel = 0;
    for (let isOver = false; !isOver; fuel += 1) {
      const killed = world();
      const events: RunEvent[] = [];
      isOver = perform(plan, killed, events, true, fuel).status === 'restored';
      expect(end(perform(plan, killed, events, true, Number.POSITIVE_INFINITY), killed)).toEqual(expected);
    }
    expect(fuel).toBeGreaterThan(50);
  });

  it('and may not go on has no further effect, and can be undone by who asks', () => {
    fc.assert(
      fc.property(
        deeds,
        fc.boolean(),
        fc.nat({ max: 25 }),
        fc.array(fc.nat({ max: 12 })),
        (given, byItself, fuel, kills) => {
          const { plan, world } = scenario(given);
          const frozen = world();
          const events: RunEvent[] = [];
          perform(plan, frozen, events, byItself, fuel);
          frozen.isFrozen = true;
          const before = [...frozen.effects];
          const wasRechecked = events.some(({ type }) => type === 'rechecked');
          for (const left of kills) if (wasRechecked) perform(plan, frozen, events, byItself, left);
          const run = wasRechecked ? perform(plan, frozen, events, byItself, Number.POSITIVE_INFINITY) : undefined;
          if (run === undefined) return;
          expect(frozen.effects).toEqual(before);
          expect(runFrom(plan, events)).toEqual(run);
          const isWhole = before.length === plan.steps.length;
          expect(run.status).toBe(isWhole ? 'verified' : before.length === 0 ? 'superseded' : 'failed');
          expect(run.steps.filter(({ attempted }) => attempted)).toHaveLength(before.length);
          if (before.length === 0) return;
          events.push({ type: 'restore-asked', at: '2026-01-05T13:00:00Z', by: 'ken', role: 'developer' });
          expect(perform(plan, frozen, events, byItself, Number.POSITIVE_INFINITY).status).toBe('restored');
          const undoable = plan.steps.slice(0, before.length).filter(({ undo }) => undo.how !== 'none');
          expect(frozen.effects.slice(before.length)).toHaveLength(undoable.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('and whose events are recorded twice tells the same', () => {
    fc.assert(
      fc.property(deeds, sickness, (given, sickAfter) => {
        const { plan, world } = scenario(given, sickAfter);
        const events: RunEvent[] = [];
        const run = perform(plan, world(), events, true, Number.POSITIVE_INFINITY);
        const twice = events.flatMap((event) => [event, event]);
        expect(runFrom(plan, twice)).toEqual(run);
      }),
    );
  });
});
