import type { Fix } from '../../../core/model/fix.ts';
import { details, fix as fixOf } from './answer-buttons.ts';
import type { CommandButton } from './part.ts';
import { CLEAN_UP, REQUEST } from './plan-buttons.ts';

/** Whether anything may be changed in that instance: no button leads to a refusal. */
export type CanFix = (instance: string) => boolean;

export const NOTHING_CAN_BE_FIXED: CanFix = () => false;

/** The way to request it, where the best fix changes the cluster. */
export function fixButton(
  fix: Pick<Fix, 'kind' | 'direction'> | null | undefined,
  { instance, app, canFix }: { readonly instance: string; readonly app: string; readonly canFix: CanFix },
): readonly CommandButton[] {
  return isRequestable(fix, instance, canFix) ? [fixOf(instance, app, labelOf(fix))] : [];
}

/** The same for a pattern in several apps: its details have the button of each. */
export function fixButtonOfMany(
  fix: Pick<Fix, 'kind' | 'direction'> | null | undefined,
  { instance, pattern, canFix }: { readonly instance: string; readonly pattern: string; readonly canFix: CanFix },
): readonly CommandButton[] {
  return isRequestable(fix, instance, canFix) ? [{ ...details(instance, pattern), label: labelOf(fix) }] : [];
}

function isRequestable(
  fix: Pick<Fix, 'kind' | 'direction'> | null | undefined,
  instance: string,
  canFix: CanFix,
): fix is Pick<Fix, 'kind' | 'direction'> {
  return fix?.direction === 'cluster' && canFix(instance);
}

function labelOf({ kind }: Pick<Fix, 'kind'>): string {
  return kind === 'delete' ? CLEAN_UP : REQUEST;
}
