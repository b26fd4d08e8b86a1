import { kindAndName } from '../../model/resource-ref.ts';
import { count } from '../../words/count.ts';
import type { Plan, Step, Verb } from './plan.ts';

/** More apps than this are not watched. */
export const MAX_AFFECTED = 50;

const LEADS: readonly (readonly [Verb, (objects: string, amount: number) => string])[] = [
  ['delete', deletedWords],
  ['sync', (objects) => `${objects} synced by Argo CD, one at a time`],
  ['patch', (objects) => `${objects} patched, only in the fields that the plan names`],
  ['label', (objects) => `labels of ${objects} written`],
  ['annotate', (objects) => `annotations of ${objects} written`],
  ['restart', (objects) => `${objects} restarted`],
];

/** What the steps do to the world around them, for whoever approves. */
export function blastRadiusOf(steps: readonly Step[], affected: Plan['affected'] = []): readonly string[] {
  return [
    ...LEADS.flatMap(([verb, words]) => {
      const amount = steps.filter((step) => step.verb === verb).length;
      return amount === 0 ? [] : [words(count(amount, 'object'), amount)];
    }),
    ...new Set(steps.flatMap(({ effects }) => effects)),
    ...steps.flatMap(({ target, undo }) =>
      undo.how === 'none' ? [`${kindAndName(target)} cannot be restored: ${undo.because}`] : [],
    ),
    ...(affected.length > 1 ? [watched(affected.length)] : []),
  ];
}

function deletedWords(objects: string, amount: number): string {
  return amount === 1
    ? `${objects} deleted; nothing that stays refers to it`
    : `${objects} deleted, one at a time; nothing that stays refers to them`;
}

function watched(apps: number): string {
  return apps >= MAX_AFFECTED
    ? `the health of ${apps} apps is watched between steps; more share a namespace or a kind with what changes`
    : `the health of ${count(apps, 'app')} is watched between steps`;
}
