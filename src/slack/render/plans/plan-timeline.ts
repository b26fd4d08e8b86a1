import type { ApprovalEvent } from '../../../core/remedy/approval/approval.ts';
import type { RunEvent } from '../../../core/remedy/run/run-event.ts';
import { clipped } from '../kit/escape.ts';
import { type FoldPart, note } from '../kit/part.ts';
import { date, person, type Spans, say } from '../kit/spans.ts';

/** Everything that was said of a plan and the turns of its run, in order; its steps are told elsewhere. */
export function timelineFold(approval: readonly ApprovalEvent[], run: readonly RunEvent[]): FoldPart {
  const told = [
    ...approval.map((event) => ({ at: event.at, words: approvalSpans(event) })),
    ...run.flatMap((event) => {
      const words = runSpans(event);
      return words === undefined ? [] : [{ at: event.at, words }];
    }),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    type: 'fold',
    items: told.map(({ at, words }) => [note(say`${date(at)} · ${words}`)]),
    more: (shown, of) => say`Showing ${shown} of ${of} events.`,
  };
}

function approvalSpans(event: ApprovalEvent): Spans {
  switch (event.type) {
    case 'request':
      return say`requested by ${person(event.by)}`;
    case 'approve':
      return say`approved by ${person(event.by)}`;
    case 'deny':
      return say`denied by ${person(event.by)}`;
    case 'break-glass':
      return say`glass broken by ${person(event.by)}: ${clipped(event.reason, 200)}`;
    case 'cancel':
      return say`taken back by ${person(event.by)}`;
    case 'expire':
      return say`expired`;
    case 'supersede':
      return say`superseded: ${clipped(event.because, 300)}`;
    case 'start':
      return say`started`;
    case 'end':
      return say`ended: ${event.result}`;
    case 'restore':
      return say`restored`;
    case 'review':
      return say`reviewed by ${person(event.by)}`;
    default:
      return event satisfies never;
  }
}

/** What the approval does not tell as well. */
function runSpans(event: RunEvent): Spans | undefined {
  if (event.type === 'bundle-saved') return say`dumped to the bundle ${event.bundleId}`;
  if (event.type === 'restore-asked') return say`restore asked for by ${person(event.by)}`;
  if (event.type === 'failed') return say`failed: ${clipped(event.because, 300)}`;
  if ('because' in event && event.because !== undefined) return say`stopped: ${clipped(event.because, 300)}`;
  return undefined;
}
