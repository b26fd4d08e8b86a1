import { defined } from '../../../src/core/model/defined.ts';
import { isEqual } from '../../../src/core/model/equal.ts';
import {
  at,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import { APPLICATION, comparedTo } from '../app-spec.ts';
import { wireKey } from '../object-key.ts';
import { type AppComparison, type ComparedResource, type Condition, imagesOf } from '../reconcile.ts';

/* Application status as the controller writes it (docs/facts.md#app-status). */

export interface Compared {
  readonly comparison: AppComparison;
  readonly revision: string;
}

export interface StatusContext {
  readonly now: string;
  readonly home: string;
}

export function statusFor(app: Manifest, { comparison, revision }: Compared, { now, home }: StatusContext): JsonObject {
  const before = objectAt(app, 'status');
  const conditions = conditionsFor(before, comparison.conditions, now);
  const { conditions: _, ...kept } = before;
  return {
    ...kept,
    resources: comparison.resources.map(resourceStatus),
    sync: { status: comparison.sync, comparedTo: comparedTo(app), revision },
    health: healthFor(before, comparison.health, now),
    ...(conditions.length === 0 ? {} : { conditions }),
    reconciledAt: now,
    sourceType: 'Directory',
    summary: summaryOf(comparison),
    resourceHealthSource: 'appTree',
    controllerNamespace: home,
    sourceHydrator: {},
  };
}

/** The target could not be loaded: nothing is known about drift, and what was known of resources stays. */
export function failedStatus(
  app: Manifest,
  conditions: readonly Condition[],
  { now, home }: StatusContext,
): JsonObject {
  const before = objectAt(app, 'status');
  return {
    ...before,
    sync: { ...objectAt(before, 'sync'), status: 'Unknown', comparedTo: comparedTo(app) },
    health: healthFor(before, stringAt(before, 'health', 'status') ?? 'Healthy', now),
    conditions: conditionsFor(before, conditions, now),
    reconciledAt: now,
    summary: objectAt(before, 'summary'),
    resourceHealthSource: 'appTree',
    controllerNamespace: home,
    sourceHydrator: {},
  };
}

/** Nothing but the time of the comparison changed: the object is left alone. */
export function isSameStatus(a: JsonObject, b: JsonObject): boolean {
  const { reconciledAt: _, ...left } = a;
  const { reconciledAt: __, ...right } = b;
  return isEqual(left, right);
}

function resourceStatus({ key, version, status, hook, requiresPruning, wave }: ComparedResource): JsonObject {
  const { group, kind, namespace, name } = wireKey(key);
  return {
    ...defined({ group }),
    version,
    kind: kind ?? '',
    ...defined({ namespace }),
    name: name ?? '',
    ...defined({ status }),
    ...(hook ? { hook } : {}),
    ...(requiresPruning ? { requiresPruning } : {}),
    ...(wave === 0 ? {} : { syncWave: wave }),
  };
}

/** The time moves only when the status does. */
function healthFor(before: JsonObject, status: string, now: string): JsonObject {
  const since = stringAt(before, 'health', 'lastTransitionTime');
  const isSame = stringAt(before, 'health', 'status') === status;
  return { status, lastTransitionTime: isSame && since !== undefined ? since : now };
}

function conditionsFor(before: JsonObject, conditions: readonly Condition[], now: string): readonly JsonObject[] {
  const known = listAt(before, 'conditions');
  return conditions.map(({ type, message }) => {
    const same = known.find((entry) => stringAt(entry, 'type') === type && stringAt(entry, 'message') === message);
    return { type, message, lastTransitionTime: stringAt(same, 'lastTransitionTime') ?? now };
  });
}

function summaryOf({ resources }: AppComparison): JsonObject {
  const images = [...new Set(resources.flatMap(({ verdict }) => imagesOf(verdict.live ?? {})))].toSorted();
  const urls = [...new Set(resources.flatMap(({ verdict }) => externalUrls(verdict.live)))].toSorted();
  const isAppOfApps = resources.some(({ key }) => key.group === APPLICATION.group && key.kind === APPLICATION.kind);
  return {
    ...(urls.length === 0 ? {} : { externalURLs: urls }),
    ...(images.length === 0 ? {} : { images }),
    ...(isAppOfApps ? { isAppOfApps } : {}),
  };
}

export function externalUrls(live: Manifest | null): readonly string[] {
  if (live?.kind !== 'Ingress') return [];
  const secure = new Set(listAt(live, 'spec', 'tls').flatMap((entry: Json) => listAt(entry, 'hosts')));
  return listAt(live, 'spec', 'rules').flatMap((rule) => {
    const host = at(rule, 'host');
    return typeof host === 'string' ? [`${secure.has(host) ? 'https' : 'http'}://${host}/`] : [];
  });
}
