import type { Finding } from '../model/finding.ts';

export type Movement = 'opened' | 'grew' | 'changed' | 'persists' | 'resolved';

/** What a finding was when it was last seen; enough to tell how it moved. */
export type Seen = Pick<Finding, 'id' | 'shape' | 'paths'>;

/** A finding that gains a path grew; it never counts as resolved and new. */
export function movementOf(before: Seen | undefined, now: Seen | undefined): Movement | undefined {
  if (!before && !now) return undefined;
  if (!before) return 'opened';
  if (!now) return 'resolved';
  if (before.shape === now.shape) return 'persists';
  return now.paths.length > before.paths.length ? 'grew' : 'changed';
}
