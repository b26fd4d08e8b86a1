import type { Change, Writer } from '../../../core/model/change.ts';
import { kindAndName, type ResourceRef } from '../../../core/model/resource-ref.ts';
import { instant } from '../../../core/words/instant.ts';
import { valueWords } from '../../../core/words/value.ts';

/** Path first, then both sides, then who wrote it: the order in which people look. */
export function changeText({ path, desired, live, writers }: Change, mostValue: number): string {
  const [writer] = writers;
  const by = writer === undefined ? [] : [`    written by ${writerText(writer)}`];
  if (path === '')
    return ['(the whole object)', live === undefined ? '  only in Git' : '  only in the cluster', ...by].join('\n');
  return [path, `  - Git   ${valueWords(desired, mostValue)}`, `  + live  ${valueWords(live, mostValue)}`, ...by].join(
    '\n',
  );
}

/** The time is of the manager's entry, not of the field: it is evidence. */
function writerText({ manager, operation, subresource, time }: Writer): string {
  const how = subresource === undefined ? operation : `${operation} of ${subresource}`;
  return `${manager} (${how})${time === undefined ? '' : `, ${instant(time)}`}`;
}

/** `Deployment/checkout in shop`. */
export function resourceText(resource: ResourceRef | undefined): string {
  if (resource === undefined) return 'the app as a whole';
  return `${kindAndName(resource)}${resource.namespace === '' ? '' : ` in ${resource.namespace}`}`;
}
