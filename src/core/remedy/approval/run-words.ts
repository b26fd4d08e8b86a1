import { count } from '../../words/count.ts';
import type { Verb } from '../plan/plan.ts';
import type { StepRun } from '../run/run.ts';
import type { PlanCard } from './plan-card.ts';

const DONE: Readonly<Record<Verb, string>> = {
  delete: 'gone',
  annotate: 'annotated',
  label: 'labelled',
  patch: 'written',
  sync: 'synced',
  terminate: 'terminated',
  restart: 'restarted',
  rollback: 'rolled back',
};

/** `gone`; somebody else's doing is called that. */
export function doneWords(verb: Verb, { done }: Pick<StepRun, 'done'>): string {
  return done === 'already' ? `was ${DONE[verb]} already` : DONE[verb];
}

/** `11 objects gone`: as far as it got; `11 of 11 objects as before` once it was restored. */
export function effectWords({ plan, run }: Pick<PlanCard, 'plan' | 'run'>): string {
  if (run?.status === 'restored') return restoredWords(run.steps);
  const done = run?.steps.filter(({ checked }) => checked).length ?? 0;
  if (done === 0 && !run?.steps.some(({ attempted }) => attempted)) return 'nothing was changed';
  if (done === plan.steps.length && plan.kind === 'terminate') return 'the operation was terminated';
  if (done === plan.steps.length && plan.kind === 'rollback') return 'rolled back to the release before';
  const verbs = new Set(plan.steps.map(({ verb }) => verb));
  const [verb] = verbs;
  return verb !== undefined && verbs.size === 1
    ? `${count(done, 'object')} ${DONE[verb]}`
    : `${count(done, 'step')} done`;
}

function restoredWords(steps: readonly StepRun[]): string {
  const touched = steps.filter(({ attempted }) => attempted);
  const back = touched.filter(({ undone }) => undone === 'run' || undone === 'already');
  return `${back.length} of ${count(touched.length, 'object')} as before`;
}

/** `infisical Healthy throughout; still OutOfSync: 2 other findings`; '' = nothing was proven. */
export function outcomeWords({ plan, run }: Pick<PlanCard, 'plan' | 'run'>): string {
  const { proof, health = [] } = run ?? {};
  if (proof === undefined) return '';
  const { name, namespace } = plan.app;
  const before = health.find(({ app }) => app.name === name && app.namespace === namespace)?.status;
  return `${name} ${healthWords(before, proof.health)}; ${syncWords(proof.sync, proof.findingsLeft)}`;
}

function healthWords(before: string | undefined, now: string): string {
  if (now === 'Healthy' && before === 'Healthy') return 'Healthy throughout';
  if (before === undefined) return `is ${now}`;
  return before === now ? `is ${now} as before` : `is ${now} and was ${before} before`;
}

function syncWords(sync: string, findingsLeft: number | undefined): string {
  if (sync === 'Synced') return 'Synced now';
  const left = findingsLeft === undefined || findingsLeft === 0 ? '' : `: ${count(findingsLeft, 'other finding')}`;
  return `still ${sync}${left}`;
}

/** What a restore made of one object; undefined = it was not touched, so that there was nothing to restore. */
export function undoneWords({ attempted, undone, because = '' }: StepRun): string | undefined {
  if (!attempted) return undefined;
  switch (undone) {
    case 'run':
      return 'is back';
    case 'already':
      return 'was as before already';
    case 'conflict':
      return `was left alone: ${because}`;
    case 'none':
      return `cannot be restored: ${because}`;
    case undefined:
      return 'is not restored yet';
    default:
      return undone satisfies never;
  }
}
