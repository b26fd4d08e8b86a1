import { parse as parseYaml } from 'yaml';
import { compileSchema } from '../../core/kubernetes/schema.ts';
import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { at, isObject, type Json, listAt, stringAt } from '../../core/model/json.ts';
import type {
  Autoscaler,
  InstanceState,
  MutatingWebhook,
  OtherApp,
  Reference,
  ResourceFacts,
  TrackingMethod,
} from '../../core/model/observation.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import type { SchemaNode } from '../../core/model/schema-node.ts';

import { type Context, entries, looked, nameOf, strings, textOf } from './loose.ts';

export function schemaOf(context: Context, ref: ResourceRef): SchemaNode | null | undefined {
  return looked(context, 'crdSchema', (value) => {
    const kind = stringAt(value, 'kind');
    const isOther = kind !== undefined && kind !== ref.kind;
    return isOther || !isObject(value) ? null : compileSchema(at(value, 'openAPIV3Schema') ?? value);
  });
}

export function instanceOf(context: Context): InstanceState {
  const settings = isObject(context.argocdCm) ? context.argocdCm : {};
  const method = stringAt(settings, 'application.resourceTrackingMethod') as TrackingMethod | undefined;
  const label = stringAt(settings, 'application.instanceLabelKey');
  const installation = stringAt(settings, 'installationID');
  const version = context.argocdVersion;
  const exclusions = exclusionsOf(settings['resource.exclusions']);
  return {
    ...(typeof version === 'string' ? { version } : {}),
    ...defined({ trackingMethod: method, instanceLabelKey: label }),
    ...(installation === undefined || installation === '' ? {} : { installationId: installation }),
    ...(exclusions.length === 0 ? {} : { exclusions }),
  };
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

export function factsOf(context: Context, ref: ResourceRef, appName: string, masker: Masker): ResourceFacts {
  const facts: Record<string, unknown> = {
    renders: looked(context, 'renders', (value) => entries(value).map(textOf)),
    autoscalers: autoscalersOf(context, ref),
    webhooks: looked(context, 'mutatingWebhooks', (value) => entries(value).map(webhookOf)),
    trafficRouters: looked(context, 'rollouts', (value) => entries(value).map(nameOf)),
    otherApps: otherAppsOf(context, ref, appName),
    references: looked(context, 'references', referencesOf),
    dryRun: looked(context, 'dryRunServer', (value) => ({
      changed: isObject(value) ? value.changed === true : textOf(value) !== '',
      says: masker.text(stringAt(value, 'output') ?? textOf(value)),
    })),
    shownDiff: looked(context, 'argocdDiff', shown) ?? looked(context, 'uiDiff', shown),
    afterHardRefresh: looked(context, 'afterHardRefresh', (value) => {
      const sync = typeof value === 'string' ? value : (stringAt(value, 'sync') ?? stringAt(value, 'status'));
      return sync === undefined ? {} : { sync };
    }),
    gitManifest: looked(context, 'gitManifest', (value) => (isObject(value) ? masker.manifest(value) : undefined)),
    renderedNames: looked(context, 'renderedNames', (value) => entries(value).map(nameOf)),
    commits: looked(context, 'gitHistory', (value) =>
      entries(value).map((entry) => ({
        revision: stringAt(entry, 'revision') ?? '',
        message: masker.text(stringAt(entry, 'message') ?? textOf(entry)),
      })),
    ),
    deletions: looked(context, 'audit', (value) => audited(value, /delete/)),
    auditedWrites: looked(context, 'audit', (value) => audited(value, /update|patch|create|apply/)),
    claimOf: claimOf(context.statefulSet, ref),
    customResources: looked(context, 'instancesInUse', (value) =>
      typeof value === 'number' ? value : entries(value).length,
    ),
    storedVersions: looked(context, 'crdStoredVersions', strings),
    syncsLastHour: looked(context, 'syncsLastHour', (value) => (typeof value === 'number' ? value : undefined)),
    crds: looked(context, 'destinationCrds', strings) ?? looked(context, 'crds', strings),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as ResourceFacts;

  /** `argocd app diff` prints a header even where nothing follows it. */
  function shown(value: Json): string {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
    return masker.text(text.replace(/^=====.*=+$/gm, '').trim());
  }
}

function audited(value: Json, verb: RegExp): readonly { by: string; at?: string }[] {
  return entries(value)
    .filter((entry) => verb.test(stringAt(entry, 'verb') ?? ''))
    .map((entry) => {
      const moment = stringAt(entry, 'at') ?? stringAt(entry, 'time');
      return {
        by: stringAt(entry, 'user') ?? stringAt(entry, 'username') ?? '',
        ...defined({ at: moment }),
      };
    })
    .toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
}

function autoscalersOf(context: Context, ref: ResourceRef): readonly Autoscaler[] | undefined {
  if (!Object.hasOwn(context, 'hpa') && !Object.hasOwn(context, 'scaledObjects')) return undefined;
  const read = (value: Json | undefined, kind: string): readonly Autoscaler[] =>
    entries(value).map((entry) => {
      const target = at(entry, 'scaleTargetRef') ?? at(entry, 'spec', 'scaleTargetRef') ?? at(entry, 'target');
      const targetKind = stringAt(target, 'kind') ?? '';
      return {
        kind,
        name: nameOf(entry),
        // a ScaledObject that names no kind means a Deployment; any workload of that name is close enough
        target: {
          kind: targetKind === '' ? ref.kind : targetKind,
          name: typeof target === 'string' ? (target.split('/').at(-1) ?? '') : (stringAt(target, 'name') ?? ''),
        },
      };
    });
  return [...read(context.hpa, 'HorizontalPodAutoscaler'), ...read(context.scaledObjects, 'ScaledObject')];
}

function webhookOf(value: Json): MutatingWebhook {
  const rules = [
    ...listAt(value, 'rules'),
    ...listAt(value, 'webhooks').flatMap((webhook) => listAt(webhook, 'rules')),
  ];
  return {
    name: nameOf(value),
    rules: rules.map((rule) => ({ groups: strings(at(rule, 'apiGroups')), resources: strings(at(rule, 'resources')) })),
  };
}

function otherAppsOf(context: Context, ref: ResourceRef, appName: string): readonly OtherApp[] | undefined {
  const keys = ['otherApps', 'argocdInstances', 'trackedInApp'].filter((key) => Object.hasOwn(context, key));
  if (keys.length === 0) return undefined;
  const others = entries(context.otherApps).map((entry) => otherApp(entry, ref));
  // a list of resources says what this app tracks; a bare name says which other app does
  const tracked = entries(context.trackedInApp)
    .filter((entry) => stringAt(entry, 'kind') === undefined)
    .map(nameOf)
    .filter((name) => name !== '' && name !== appName);
  return [
    ...others,
    ...entries(context.argocdInstances).flatMap((instance) => appsOfInstance(instance, ref, appName)),
    ...tracked.map((name) => ({ name, rendersIt: true, everythingWantsPruning: false })),
  ];
}

function otherApp(value: Json, ref: ResourceRef, instance?: string): OtherApp {
  const rendered = [
    ...entries(at(value, 'renders')),
    ...entries(at(value, 'resources')),
    ...entries(at(value, 'manages')),
  ];
  const prune = at(value, 'automated', 'prune') ?? at(value, 'prune') ?? at(value, 'syncPolicy', 'automated', 'prune');
  return {
    name: nameOf(value),
    ...defined({ instance }),
    rendersIt: rendered.some((entry) => isNamed(entry, ref)),
    ...(typeof prune === 'boolean' ? { prune } : {}),
    everythingWantsPruning: at(value, 'requiresPruning') === 'all',
  };
}

/** Apps of another Argo CD count by their own names, even when they are called like ours. */
function appsOfInstance(value: Json, ref: ResourceRef, appName: string): readonly OtherApp[] {
  const instance = stringAt(value, 'name') ?? stringAt(value, 'namespace') ?? textOf(value);
  const apps = [...entries(at(value, 'apps')), ...entries(at(value, 'applications')), ...entries(at(value, 'app'))];
  const read = apps.map((app) => otherApp(app, ref, instance));
  if (read.length > 0) return read;
  const own = otherApp(value, ref, instance);
  return [{ ...own, name: own.name === '' ? appName : own.name }];
}

function isNamed(value: Json, ref: ResourceRef): boolean {
  if (value === true) return true;
  if (typeof value === 'string') return value === ref.name || value.endsWith(`${ref.kind}/${ref.name}`);
  const namespace = stringAt(value, 'namespace');
  return (
    stringAt(value, 'name') === ref.name &&
    (stringAt(value, 'kind') ?? ref.kind) === ref.kind &&
    (namespace === undefined || namespace === '' || ref.namespace === '' || namespace === ref.namespace)
  );
}

/** `{"pods": ["a"], "deployments": []}` or a list of names. */
function referencesOf(value: Json): readonly Reference[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([kind, names]) =>
      entries(names).map((entry) => ({ group: '', kind, namespace: '', name: nameOf(entry) })),
    );
  }
  return entries(value).map((entry) => {
    const [kind = '', name = ''] =
      typeof entry === 'string' ? entry.split('/') : [stringAt(entry, 'kind'), stringAt(entry, 'name')];
    return { group: '', kind, namespace: '', name };
  });
}

/** `<template>-<statefulset>-<ordinal>`, the name the StatefulSet controller gives a claim. */
function claimOf(value: Json | undefined, ref: ResourceRef): string | undefined {
  if (ref.kind !== 'PersistentVolumeClaim') return undefined;
  const owner = entries(value).find((candidate) => {
    const name = nameOf(candidate);
    return name !== '' && new RegExp(`-${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}-\\d+$`).test(ref.name);
  });
  return owner === undefined ? undefined : nameOf(owner);
}
