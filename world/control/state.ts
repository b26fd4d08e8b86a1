import { roleOf } from '../visitor/cast.ts';
import { usageOf } from '../visitor/deed.ts';
import type { Visit } from '../visitor/visit.ts';

/** The demo at a glance, as JSON. */
export function stateOf({ slack: { workspace }, deeds, now }: Visit): unknown {
  return {
    now: now().toISOString(),
    people: workspace.people.map(({ id, name, realName }) => ({
      id,
      name,
      realName,
      role: roleOf(id, workspace.groups),
    })),
    channels: workspace.channels
      .filter(({ directWith }) => directWith === undefined)
      .map(({ id, name, members }) => ({ id, name, members })),
    deeds: deeds.map((deed) => ({ name: deed.name, usage: usageOf(deed), description: deed.description })),
  };
}
