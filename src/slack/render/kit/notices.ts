import type { AppNotice, Snapshot } from '../../../core/memory/snapshot.ts';
import { clipped } from './escape.ts';
import { note, type SimplePart } from './part.ts';
import { code, joined, type Spans, say } from './spans.ts';

const MOST = 3;

export const STANDS_STILL = 'Argo CD’s verdict stands still';

/** What the scan could not look at, and where Argo CD's verdict stands still: said, never left out. */
export function noticeParts(snapshots: readonly Snapshot[]): readonly SimplePart[] {
  const notObserved = snapshots.flatMap((snapshot) => snapshot.notObserved);
  const frozen = snapshots.flatMap((snapshot) => snapshot.frozen);
  const notices = snapshots.flatMap((snapshot) => snapshot.notices ?? []);
  return [
    note(noticeSpans('Couldn’t check', notObserved)),
    note(noticeSpans(STANDS_STILL, frozen)),
    note(noticeSpans('Also', notices)),
  ];
}

export function noticeSpans(what: string, notices: readonly AppNotice[]): Spans {
  const shown = notices.slice(0, MOST).map(({ app, says }) => say`${code(app, 80)} (${clipped(says, 200)})`);
  const rest = notices.length - shown.length;
  return notices.length === 0 ? [] : say`${what}: ${joined(shown, ', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
