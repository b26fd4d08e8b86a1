import { kindAndName, type ResourceRef } from '../../model/resource-ref.ts';
import { approversNeeded, mayBeApprovedByRequester } from '../../policy/decide.ts';
import type { Tier } from '../../policy/policy.ts';
import { count } from '../../words/count.ts';
import type { Plan, PlanKind } from '../plan/plan.ts';
import type { StepOutline } from './plan-card.ts';

type Titled = Pick<Plan, 'kind' | 'app'> & { readonly steps: readonly Pick<StepOutline, 'target'>[] };

const TITLES: Readonly<Record<PlanKind, (size: number, objects: string, app: string) => string>> = {
  'delete-zombies': (size, _, app) => `Delete ${count(size, 'leftover')} of ${app}`,
  'delete-hooks': (size, _, app) => `Delete ${count(size, 'finished hook')} of ${app}`,
  adopt: (_, objects, app) => `Let Argo CD adopt ${objects} of ${app}`,
  label: (_, objects, app) => `Label ${objects} of ${app}`,
  annotate: (_, objects, app) => `Annotate ${objects} of ${app}`,
  sync: (_, objects, app) => `Sync ${objects} of ${app}`,
  revert: (_, objects, app) => `Set ${objects} of ${app} back to what Git says`,
  terminate: (_, __, app) => `Terminate the running operation of ${app}`,
  restart: (_, objects, app) => `Restart ${objects} of ${app}`,
  rollback: (_, __, app) => `Roll ${app} back to what it ran before`,
};

/** `Delete 11 leftovers of infisical`. */
export function planTitle({ kind, app, steps }: Titled): string {
  const [first] = steps;
  const objects = first !== undefined && steps.length === 1 ? kindAndName(first.target) : count(steps.length, 'object');
  return TITLES[kind](steps.length, objects, app.name);
}

/** `prod · project platform · production`. */
export function placeWords({
  instance,
  project,
  environment,
}: Pick<Plan, 'instance' | 'project' | 'environment'>): string {
  return [instance, `project ${project}`, ...(environment === '' ? [] : [environment])].join(' · ');
}

/** The cluster whose objects change, as Argo CD names it; '' = it does not say. */
export function clusterWords({ destination: { name, server } }: Pick<Plan, 'destination'>): string {
  return name ?? server ?? '';
}

export function deletes({ kind }: Pick<Plan, 'kind'>): boolean {
  return kind === 'delete-zombies' || kind === 'delete-hooks';
}

/** Who has to approve, without names. */
export function tierWords(tier: Tier): string {
  const needed = approversNeeded(tier);
  if (needed === 0) return 'nobody has to approve';
  if (mayBeApprovedByRequester(tier)) return 'one person approves, who may be the one that asks';
  return needed === 1 ? 'one other person approves' : 'two other people approve, and each types the app’s name';
}

/** Why nothing breaks when this step is done; '' where nothing refers to what it changes. */
export function usageWords({ verb, usedBy }: Pick<StepOutline, 'verb' | 'usedBy'>): string {
  if (verb !== 'delete') return '';
  if (usedBy.length === 0) return 'nothing refers to it';
  return `used by ${named(usedBy)}, which ${usedBy.length === 1 ? 'goes' : 'go'} earlier`;
}

/** What a restore would not bring back as it was; '' = it is as before. */
export function undoWords({ undo }: Pick<StepOutline, 'undo'>): string {
  switch (undo.how) {
    case 'none':
      return `cannot be restored: ${undo.because}`;
    case 'recreate':
    case 'reapply':
      return undo.note === '' ? '' : `when restored, ${undo.note}`;
    case 'patch':
      return '';
    default:
      return undo satisfies never;
  }
}

const MOST_NAMED = 3;

function named(refs: readonly ResourceRef[]): string {
  const some = refs.slice(0, MOST_NAMED).map(kindAndName).join(', ');
  return refs.length > MOST_NAMED ? `${some} and ${refs.length - MOST_NAMED} more` : some;
}
