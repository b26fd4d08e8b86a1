import type { Approval } from './approval.ts';

const WITHIN_MS = 24 * 3_600_000;

/** Until when somebody else has to look at what was done by break-glass; undefined = nobody has to, or somebody has. */
export function afterReviewDue({
  emergency,
  reviewedBy,
  decisions,
}: Pick<Approval, 'emergency' | 'reviewedBy' | 'decisions'>): string | undefined {
  const at = Date.parse(brokenBy({ emergency, decisions })?.at ?? '');
  return reviewedBy !== undefined || Number.isNaN(at) ? undefined : new Date(at + WITHIN_MS).toISOString();
}

/** Who broke the glass: theirs was the last word. */
export function brokenBy({
  emergency,
  decisions,
}: Pick<Approval, 'decisions'> & { readonly emergency?: Approval['emergency'] | undefined }):
  | Approval['decisions'][number]
  | undefined {
  return emergency === undefined ? undefined : decisions.findLast(({ verdict }) => verdict === 'approve');
}
