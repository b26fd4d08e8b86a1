import { kindAndName, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { Bundle } from '../../core/remedy/restore/bundle.ts';
import { count } from '../../core/words/count.ts';
import type { RestoredObject, RestoreOutcome } from '../../flows/remedy/restore-from-bundle.ts';
import { type Painter, plain } from './paint.ts';

type When = 'rehearsed' | 'done';

const WORDS: Readonly<Record<When, Readonly<Record<RestoreOutcome, string>>>> = {
  rehearsed: {
    restored: 'will be restored',
    already: 'is as before',
    conflict: 'stays as it is',
    none: 'has no undo',
    failed: 'cannot be restored',
  },
  done: {
    restored: 'restored',
    already: 'already there',
    conflict: 'conflict',
    none: 'has no undo',
    failed: 'FAILED',
  },
};

export function bundleText({ id, at, app, plan }: Bundle, instance: string, paint: Painter): string {
  const what = `${plan.kind}, ${count(plan.steps.length, 'object')} as of ${at}`;
  return `${paint('bold', `Run ${plain(id)}`)} of ${plain(app.name)} on ${plain(instance)}: ${plain(what)}\n`;
}

export function objectText(
  { target, outcome, because, step }: RestoredObject,
  bundle: Bundle,
  paint: Painter,
  when: When,
): string {
  const word = paint(outcome === 'restored' || outcome === 'already' ? 'green' : 'yellow', WORDS[when][outcome]);
  const verb = bundle.plan.steps[step]?.verb ?? '';
  const indent = when === 'rehearsed' ? '  ' : '';
  return `${indent}${plain(placed(target))} (${verb})  ${word}${because === '' ? '' : `: ${plain(because)}`}\n`;
}

export function summaryText(
  objects: readonly RestoredObject[],
  recorded: string,
  isDryRun: boolean,
  paint: Painter,
): string {
  const asBefore = objects.filter(({ outcome }) => outcome === 'restored' || outcome === 'already').length;
  const verb = isDryRun ? 'would be' : 'are';
  const note =
    recorded === '' ? '' : `${paint('dim', plain(`${recorded[0]?.toUpperCase() ?? ''}${recorded.slice(1)}.`))}\n`;
  return `${asBefore} of ${count(objects.length, 'object')} ${verb} as before.\n${note}`;
}

/** What `--json` prints. */
export function restoreDocument(
  { id, at, app, plan }: Bundle,
  objects: readonly RestoredObject[],
  isDryRun: boolean,
  recorded: string,
) {
  return {
    run: id,
    instance: plan.instance,
    app: app.name,
    savedAt: at,
    dryRun: isDryRun,
    objects: objects.map(({ target, outcome, because }) => ({ object: target, outcome, because })),
    recorded: recorded === '' ? { ok: true } : { ok: false, because: recorded },
  };
}

function placed(ref: ResourceRef): string {
  return ref.namespace === '' ? kindAndName(ref) : `${kindAndName(ref)} in ${ref.namespace}`;
}
