import { stripVTControlCharacters } from 'node:util';
import { APP_FACTS, type AppFactId, type RuntimeFacts } from '../../core/facts/registry.ts';
import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { isList, isObject, type Json, type JsonObject, stringAt } from '../../core/model/json.ts';
import type { EventFact, PodState } from '../../core/model/observation.ts';
import { type Context, entries, looked, nameOf, notStated, strings, textOf } from './loose.ts';

/** How a case file states each fact about what runs underneath: the keys are those of the fact's `statedAs`. */
export const APP_STATEMENTS: {
  readonly [Id in AppFactId]: (context: Context, masker: Masker) => RuntimeFacts[Id] | undefined;
} = {
  pods: (context, masker) =>
    looked(context, 'pods', (value) =>
      entries(value)
        .filter(isObject)
        .map((pod) => podOf(pod, masker)),
    ),
  events: (context, masker) =>
    looked(context, 'events', (value) =>
      entries(value)
        .filter(isObject)
        .map((event) => eventOf(event, masker)),
    ),
  logLines: (context, masker) =>
    looked(context, 'logs', (value) => logLinesOf(value).map((line) => masker.text(withoutAnsi(line)))),
  storageClass: (context) => looked(context, 'storageClass', (value) => (value === null ? null : nameOf(value))),
  lastChange: notStated,
  notHealthySince: notStated,
  notHealthyForLong: notStated,
  quota: (context) => looked(context, 'resourceQuota', (value) => nameOf(entries(value)[0] ?? null) || undefined),
  rolloutInProgress: (context) => looked(context, 'deploymentRollout', (value) => /progress/i.test(textOf(value))),
};

export function appFactsOf(context: Context, masker: Masker): RuntimeFacts {
  return defined(Object.fromEntries(APP_FACTS.map(({ id }) => [id, APP_STATEMENTS[id](context, masker)])));
}

function podOf(pod: JsonObject, masker: Masker): PodState {
  const text = (key: string): Record<string, string> => {
    const value = pod[key];
    return typeof value === 'string' ? { [key]: masker.text(value) } : {};
  };
  const restarts = pod.restarts ?? pod.restartCount;
  return {
    name: stringAt(pod, 'name') ?? '',
    ...text('namespace'),
    ...text('phase'),
    ...text('reason'),
    ...(pod.reason === undefined && typeof pod.status === 'string' ? { reason: pod.status } : {}),
    ...text('message'),
    ...text('ready'),
    ...text('age'),
    ...text('container'),
    ...(typeof restarts === 'number' ? { restarts } : {}),
    ...(isList(pod.uses) ? { uses: strings(pod.uses) } : {}),
  };
}

function eventOf(event: JsonObject, masker: Masker): EventFact {
  const involved = event.involvedObject;
  const object =
    typeof involved === 'string'
      ? involved
      : isObject(involved)
        ? `${stringAt(involved, 'kind') ?? ''}/${stringAt(involved, 'name') ?? ''}`
        : undefined;
  const { type, count } = event;
  return {
    reason: stringAt(event, 'reason') ?? '',
    message: masker.text(stringAt(event, 'message') ?? ''),
    ...defined({ object }),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof count === 'number' ? { count } : {}),
  };
}

function logLinesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return value.split('\n');
  if (isList(value)) return value.flatMap(logLinesOf);
  return isObject(value) ? Object.values(value).flatMap(logLinesOf) : [];
}

function withoutAnsi(line: string): string {
  return stripVTControlCharacters(line);
}
