import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { at, type Manifest, stringAt } from '../../core/model/json.ts';
import type { EventFact } from '../../core/model/observation.ts';

/** Warnings only, newest first. */
export function warningsOf(events: readonly Manifest[], masker: Masker): readonly EventFact[] {
  return events
    .filter((event) => stringAt(event, 'type') === 'Warning')
    .map((event) => ({ event, seen: lastSeen(event) }))
    .toSorted((a, b) => b.seen - a.seen)
    .map(({ event }) => eventFact(event, masker));
}

function eventFact(event: Manifest, masker: Masker): EventFact {
  const kind = stringAt(event, 'involvedObject', 'kind') ?? stringAt(event, 'regarding', 'kind');
  const name = stringAt(event, 'involvedObject', 'name') ?? stringAt(event, 'regarding', 'name');
  const type = stringAt(event, 'type');
  const count = at(event, 'series', 'count') ?? at(event, 'count') ?? at(event, 'deprecatedCount');
  return {
    reason: stringAt(event, 'reason') ?? '',
    message: masker.text(stringAt(event, 'message') ?? stringAt(event, 'note') ?? ''),
    ...(kind === undefined || name === undefined ? {} : { object: `${kind}/${name}` }),
    ...defined({ type }),
    count: typeof count === 'number' && count > 0 ? count : 1,
  };
}

/** Two generations of writers: `lastTimestamp` and `count`, or `eventTime` and `series`. Either leaves the other null. */
function lastSeen(event: Manifest): number {
  const times = [
    stringAt(event, 'series', 'lastObservedTime'),
    stringAt(event, 'lastTimestamp'),
    stringAt(event, 'deprecatedLastTimestamp'),
    stringAt(event, 'eventTime'),
    stringAt(event, 'firstTimestamp'),
    stringAt(event, 'metadata', 'creationTimestamp'),
  ].map((time) => Date.parse(time ?? ''));
  return times.find((time) => !Number.isNaN(time)) ?? 0;
}
