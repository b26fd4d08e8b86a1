import type { Who } from '../../../core/policy/scope.ts';
import { group, joined, person, type Spans, say } from './spans.ts';

const MOST = 6;

/** People and groups by name, which notifies them. */
export function whoSpans({ users, groups, roles }: Who): Spans {
  const all = [...groups.map((id) => say`${group(id)}`), ...users.map((id) => say`${person(id)}`)];
  if (all.length > 0) {
    const rest = all.length - MOST;
    return say`${joined(all.slice(0, MOST), ', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  }
  return roles.length === 0 ? say`nobody` : say`nobody: ${roles.join(', ')} has no members`;
}

export function peopleSpans(ids: readonly string[]): Spans {
  return joined(
    ids.map((id) => say`${person(id)}`),
    ', ',
  );
}
