import { RESOURCE_FACTS, type ResourceFactId, type ResourceFacts } from '../../core/facts/registry.ts';
import { compileSchema } from '../../core/kubernetes/schema.ts';
import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { at, isObject, type Json, listAt, stringAt } from '../../core/model/json.ts';
import type { Autoscaler, MutatingWebhook, Reference } from '../../core/model/observation.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import type { SchemaNode } from '../../core/model/schema-node.ts';
import { type Context, entries, looked, nameOf, notStated, strings, textOf } from './loose.ts';
import { otherAppsOf } from './other-apps.ts';

/** What a case says, and of what. */
interface Statement {
  readonly context: Context;
  readonly ref: ResourceRef;
  readonly appName: string;
  readonly masker: Masker;
}

/** How a case file states each fact about its resource: the keys are those of the fact's `statedAs`. */
export const RESOURCE_STATEMENTS: {
  readonly [Id in ResourceFactId]: (statement: Statement) => ResourceFacts[Id] | undefined;
} = {
  gitManifest: ({ context, masker }) =>
    looked(context, 'gitManifest', (value) => (isObject(value) ? masker.manifest(value) : undefined)),
  schema: ({ context, ref }) => looked(context, 'crdSchema', (value) => schemaOf(value, ref)),
  storedVersions: ({ context }) => looked(context, 'crdStoredVersions', strings),
  autoscalers: ({ context, ref }) => autoscalersOf(context, ref),
  webhooks: ({ context }) => looked(context, 'mutatingWebhooks', (value) => entries(value).map(webhookOf)),
  namespaceLabels: notStated,
  references: ({ context }) => looked(context, 'references', referencesOf),
  otherApps: ({ context, ref, appName }) => otherAppsOf(context, ref, appName),
  earlierChanges: notStated,
  renders: ({ context }) => looked(context, 'renders', (value) => entries(value).map(textOf)),
  trafficRouters: ({ context }) => looked(context, 'rollouts', (value) => entries(value).map(nameOf)),
  dryRun: ({ context, masker }) =>
    looked(context, 'dryRunServer', (value) => ({
      changed: isObject(value) ? value.changed === true : textOf(value) !== '',
      says: masker.text(stringAt(value, 'output') ?? textOf(value)),
    })),
  shownDiff: ({ context, masker }) => {
    const shown = looked(context, 'argocdDiff', shownText) ?? looked(context, 'uiDiff', shownText);
    return shown === undefined ? undefined : masker.text(shown);
  },
  afterHardRefresh: ({ context }) =>
    looked(context, 'afterHardRefresh', (value) =>
      defined({ sync: typeof value === 'string' ? value : (stringAt(value, 'sync') ?? stringAt(value, 'status')) }),
    ),
  commits: ({ context, masker }) =>
    looked(context, 'gitHistory', (value) =>
      entries(value).map((entry) => ({
        revision: stringAt(entry, 'revision') ?? '',
        message: masker.text(stringAt(entry, 'message') ?? textOf(entry)),
      })),
    ),
  deletions: ({ context }) => looked(context, 'audit', (value) => audited(value, /delete/)),
  auditedWrites: ({ context }) => looked(context, 'audit', (value) => audited(value, /update|patch|create|apply/)),
  claimOf: ({ context, ref }) => claimOf(context.statefulSet, ref),
  customResources: ({ context }) =>
    looked(context, 'instancesInUse', (value) => (typeof value === 'number' ? value : entries(value).length)),
  syncsLastHour: ({ context }) =>
    looked(context, 'syncsLastHour', (value) => (typeof value === 'number' ? value : undefined)),
};

export function resourceFactsOf(statement: Statement): ResourceFacts {
  return defined(Object.fromEntries(RESOURCE_FACTS.map(({ id }) => [id, RESOURCE_STATEMENTS[id](statement)])));
}

function schemaOf(value: Json, ref: ResourceRef): SchemaNode | null {
  const kind = stringAt(value, 'kind');
  const isOther = kind !== undefined && kind !== ref.kind;
  return isOther || !isObject(value) ? null : compileSchema(at(value, 'openAPIV3Schema') ?? value);
}

/** `argocd app diff` prints a header even where nothing follows it. */
function shownText(value: Json): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  return text.replace(/^=====.*=$/gm, '').trim();
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
