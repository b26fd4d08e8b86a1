import { kindAndName } from '../../../core/model/resource-ref.ts';
import type { PlanCard, StepOutline } from '../../../core/remedy/approval/plan-card.ts';
import { undoWords, usageWords } from '../../../core/remedy/approval/plan-words.ts';
import { doneWords, undoneWords } from '../../../core/remedy/approval/run-words.ts';
import type { Verb } from '../../../core/remedy/plan/plan.ts';
import type { StepRun } from '../../../core/remedy/run/run.ts';
import { clipped } from '../kit/escape.ts';
import { type FoldPart, section } from '../kit/part.ts';
import { bold, code, lines, type Spans, say } from '../kit/spans.ts';

/** Steps that share one block: a modal takes a hundred blocks. */
const TOGETHER = 4;
const MOST_WORDS = 200;
const MOST_WRITES = 4;

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
    ...writesSpans(step),
  );
}

function ranWords({ verb }: StepOutline, ran: StepRun | undefined): string {
  if (ran === undefined) return '';
  const undone = ran.undone === undefined ? undefined : undoneWords(ran);
  if (undone !== undefined) return ` · ${clipped(undone, MOST_WORDS)}`;
  if (ran.checked) return ` · ✓ ${doneWords(verb, ran)}`;
  return ran.attempted ? ' · begun' : '';
}

/** Path first, then what is there, then what will be. */
function writesSpans({ writes }: StepOutline): readonly Spans[] {
  const rest = writes.length - MOST_WRITES;
  return [
    ...writes
      .slice(0, MOST_WRITES)
      .map(({ path, before, after }) => say`    ${code(path, 160)}: ${code(before, 100)} → ${code(after, 100)}`),
    ...(rest > 0 ? [say`    and ${rest} more fields`] : []),
  ];
}
