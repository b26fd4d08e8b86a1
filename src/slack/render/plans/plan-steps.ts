import { kindAndName } from '../../../core/model/resource-ref.ts';
import type { PlanCard } from '../../../core/remedy/approval/plan-card.ts';
import { doneWords, undoneWords } from '../../../core/remedy/approval/run-words.ts';
import type { StepRun } from '../../../core/remedy/run/run.ts';
import { code, lines, type Spans, say } from '../kit/spans.ts';

const MOST = 12;
const MOST_BECAUSE = 300;
/** So many that are done stay in sight above the one at hand. */
const BEHIND = 4;

type Ran = Pick<PlanCard, 'plan' | 'run'>;

/** How far it is: `✓ RoleBinding/x gone`, the one at hand, and what is to come, counted where it is long. */
export function progressSpans({ plan, run }: Ran): Spans {
  const done = run?.steps.filter(({ checked }) => checked).length ?? 0;
  const first = plan.steps.length <= MOST ? 0 : Math.max(0, Math.min(done - BEHIND, plan.steps.length - MOST));
  const isWatching = run?.steps.some((step) => isWatched(step, run)) ?? false;
  const shown = plan.steps.slice(first, first + MOST).map(({ verb, target }, index) => {
    const step = run?.steps[first + index];
    const name = code(kindAndName(target), 120);
    if (step?.checked)
      return say`✓ ${name} ${doneWords(verb, step)}${isWatched(step, run) ? '; the health of the apps around it is watched' : ''}`;
    return first + index === done && run?.status === 'running' && !isWatching ? say`▸ ${name}` : say`· ${name}`;
  });
  const rest = plan.steps.length - first - shown.length;
  return lines(
    say`${done} of ${plan.steps.length} done`,
    first === 0 ? say`` : say`✓ ${first} before these`,
    ...shown,
    rest === 0 ? say`` : say`· and ${rest} more`,
  );
}

/** Done, and the run has not gone on: it waits for health to settle. */
function isWatched({ checked, watched }: StepRun, run: PlanCard['run']): boolean {
  return run?.status === 'running' && checked && !watched;
}

/** What became of each object: what a restore brought back, and what not. Trouble first. */
export function restoredSpans({ plan, run }: Ran): Spans {
  const touched = plan.steps.flatMap(({ target }, index) => {
    const step = run?.steps[index];
    const words = step && undoneWords(step);
    return step === undefined || words === undefined ? [] : [{ name: kindAndName(target), step, words }];
  });
  const ordered = touched.toSorted((a, b) => Number(isTrouble(b.step)) - Number(isTrouble(a.step)));
  const untouched = plan.steps.length - touched.length;
  const rest = ordered.length - MOST;
  return lines(
    ...ordered
      .slice(0, MOST)
      .map(({ name, step, words }) => say`${markOf(step)} ${code(name, 120)} ${words.slice(0, MOST_BECAUSE)}`),
    rest > 0 ? say`and ${rest} more` : say``,
    untouched === 0 ? say`` : say`${untouched} had not been touched`,
  );
}

function markOf(step: StepRun): string {
  if (isTrouble(step)) return '⚠';
  return step.undone === undefined ? '·' : '✓';
}

function isTrouble({ undone }: StepRun): boolean {
  return undone === 'conflict' || undone === 'none';
}
