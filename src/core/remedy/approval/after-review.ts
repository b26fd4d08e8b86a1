import type { Approval } from './approval.ts';

type Reviewed = Pick<Approval, 'emergency' | 'reviewedBy' | 'state' | 'last'>;

/** Until when somebody else has to look at what was done by break-glass; undefined = nobody has to, or somebody has. */
export function afterReviewDue({ emergency, reviewedBy, state, last }: Reviewed, withinMs: number): string | undefined {
  if (emergency === undefined || reviewedBy !== undefined || state === 'superseded') return undefined;
  const at = Date.parse(last?.at ?? '');
  return Number.isNaN(at) ? undefined : new Date(at + withinMs).toISOString();
}

/** Who broke the glass: theirs was the last word. */
export function brokenBy({ emergency, decisions }: Pick<Approval, 'emergency' | 'decisions'>): string | undefined {
  return emergency === undefined ? undefined : decisions.findLast(({ verdict }) => verdict === 'approve')?.by;
}
