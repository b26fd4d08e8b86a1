import type { Scope } from '../../core/model/fleet-scope.ts';
import type { ReadFleet } from '../../flows/read-fleet.ts';
import type { Command } from '../commands/command.ts';
import { renderUnknownName } from '../render/answers/unknown-name.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import { nearestNames } from './nearest.ts';

/** What to say where the command names an Argo CD that is not there, or not for this viewer; undefined: it is there. */
export function unknownInstance(
  command: Command,
  scopes: readonly Scope[],
  fleet: Pick<ReadFleet, 'instances'>,
): Rendered | undefined {
  const { instance } = command;
  const known = fleet.instances(scopes);
  if (instance === undefined || known.includes(instance)) return undefined;
  return renderUnknownName({
    problem: 'No Argo CD that you may see here is called',
    name: instance,
    instead: nearestNames(instance, known).map((name) => ({ ...command, instance: name })),
    known,
  });
}
