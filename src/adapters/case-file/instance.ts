import { parse as parseYaml } from 'yaml';
import { INSTANCE_FACTS, type InstanceFactId } from '../../core/facts/registry.ts';
import { defined } from '../../core/model/defined.ts';
import { isObject, type Json, type JsonObject, stringAt } from '../../core/model/json.ts';
import type { InstanceState, TrackingMethod } from '../../core/model/observation.ts';
import { type Context, entries, strings } from './loose.ts';

/** How a case file states each fact about its Argo CD: the keys are those of the fact's `statedAs`. */
export const INSTANCE_STATEMENTS: {
  readonly [Id in InstanceFactId]: (context: Context) => InstanceState[Id] | undefined;
} = {
  version: ({ argocdVersion }) => (typeof argocdVersion === 'string' ? argocdVersion : undefined),
  exclusions: (context) => {
    const exclusions = exclusionsOf(settingsOf(context)['resource.exclusions']);
    return exclusions.length === 0 ? undefined : exclusions;
  },
};

export function instanceOf(context: Context): InstanceState {
  const settings = settingsOf(context);
  const installation = stringAt(settings, 'installationID');
  return defined({
    ...Object.fromEntries(INSTANCE_FACTS.map(({ id }) => [id, INSTANCE_STATEMENTS[id](context)])),
    trackingMethod: stringAt(settings, 'application.resourceTrackingMethod') as TrackingMethod | undefined,
    instanceLabelKey: stringAt(settings, 'application.instanceLabelKey'),
    installationId: installation === '' ? undefined : installation,
  });
}

function settingsOf({ argocdCm }: Context): JsonObject {
  return isObject(argocdCm) ? argocdCm : {};
}

function exclusionsOf(value: Json | undefined): NonNullable<InstanceState['exclusions']> {
  const list = typeof value === 'string' ? parsedYaml(value) : value;
  return entries(list).flatMap((entry) =>
    isObject(entry) ? [{ groups: strings(entry.apiGroups), kinds: strings(entry.kinds) }] : [],
  );
}

function parsedYaml(text: string): Json | undefined {
  try {
    return parseYaml(text) as Json;
  } catch {
    return undefined;
  }
}
