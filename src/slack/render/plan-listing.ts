import { isObject, type Json } from '../../core/model/json.ts';
import { kindAndName } from '../../core/model/resource-ref.ts';
import type { Verb } from '../../core/remedy/plan.ts';
import type { PlanCard, StepOutline } from '../../core/remedy/plan-card.ts';
import type { StepRun } from '../../core/remedy/run.ts';
import { undoWords, usageWords } from '../../core/words/plan-words.ts';
import { doneWords, undoneWords } from '../../core/words/run-words.ts';
import { clipped } from './escape.ts';
import { type FoldPart, section } from './part.ts';
import { bold, code, joined, lines, type Spans, say } from './spans.ts';

/** Steps that share one block: a modal takes a hundred blocks. */
const TOGETHER = 4;
const MOST_WORDS = 200;
const MOST_KEYS = 6;

const VERBS: Readonly<Record<Verb, string>> = {
  delete: 'delete',
  annotate: 'annotate',
  label: 'label',
  patch: 'write',
  sync: 'sync',
  terminate: 'terminate the operation of',
  restart: 'restart',
  rollback: 'roll back',
};

/**
 * Every step in its order: what, its proof, what it writes, what a restore would miss, and what became of it. `told`: so many
 * effects of the plan are told elsewhere, and not again at their steps.
 */
export function stepsFold({ plan, run }: Pick<PlanCard, 'plan' | 'run'>, told: number): FoldPart {
  const known = new Set(plan.blastRadius.slice(0, told));
  const all = plan.steps.map((step, index) => {
    const effects = step.effects.filter((effect) => !known.has(effect));
    return stepSpans({ ...step, effects }, index + 1, run?.steps[index]);
  });
  const together = Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, index) =>
    all.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
  return {
    type: 'fold',
    items: together.map((some) => [section(lines(...some))]),
    more: (shown) =>
      say`Showing ${Math.min(shown * TOGETHER, all.length)} of ${all.length} steps: a form holds no more.`,
  };
}

function stepSpans(step: StepOutline, position: number, ran: StepRun | undefined): Spans {
  const { verb, target, tier, effects } = step;
  const where = target.namespace === '' ? 'cluster-wide' : target.namespace;
  const words = [usageWords(step), undoWords(step), ...effects].filter((one) => one !== '');
  return lines(
    say`${position}. ${bold(VERBS[verb])} ${code(kindAndName(target), 160)} · ${where} · tier ${tier}${ranWords(step, ran)}`,
    words.length === 0 ? say`` : say`    ${clipped(words.join('; '), MOST_WORDS)}`,
    keysSpans(step),
  );
}

function ranWords({ verb }: StepOutline, ran: StepRun | undefined): string {
  if (ran === undefined) return '';
  const undone = ran.undone === undefined ? undefined : undoneWords(ran);
  if (undone !== undefined) return ` · ${clipped(undone, MOST_WORDS)}`;
  if (ran.checked) return ` · ✓ ${doneWords(verb, ran)}`;
  return ran.attempted ? ' · begun' : '';
}

/** Its undo holds the earlier value of every key that the step writes. */
function keysSpans({ undo }: StepOutline): Spans {
  if (undo.how !== 'patch') return [];
  const keys = keysOf(undo.patch).filter((key) => key !== '');
  if (keys.length === 0) return [];
  const rest = keys.length - MOST_KEYS;
  return say`    writes ${joined(
    keys.slice(0, MOST_KEYS).map((key) => say`${code(key, 200)}`),
    ', ',
  )}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function keysOf(patch: Json, path = ''): readonly string[] {
  if (!isObject(patch) || Object.keys(patch).length === 0) return [path];
  return Object.entries(patch).flatMap(([key, value]) => keysOf(value, path === '' ? key : `${path} › ${key}`));
}
