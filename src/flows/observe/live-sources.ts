import type { FetchedAppFactId, FetchedInstanceFactId, FetchedResourceFactId } from '../../core/facts/registry.ts';
import type { AppSource, InstanceSource, ResourceSource } from './source.ts';
import { autoscalers } from './sources/autoscalers.ts';
import { events } from './sources/events.ts';
import { gitManifest } from './sources/git-manifest.ts';
import { lastChange } from './sources/last-change.ts';
import { logLines } from './sources/log-lines.ts';
import { namespaceLabels } from './sources/namespace-labels.ts';
import { notHealthyForLong } from './sources/not-healthy-for-long.ts';
import { notHealthySince } from './sources/not-healthy-since.ts';
import { otherApps } from './sources/other-apps.ts';
import { pods } from './sources/pods.ts';
import { references } from './sources/references.ts';
import { schema } from './sources/schema.ts';
import { storageClass } from './sources/storage-class.ts';
import { storedVersions } from './sources/stored-versions.ts';
import { version } from './sources/version.ts';
import { webhooks } from './sources/webhooks.ts';

/* One source for every fact that the catalogue says is fetched; a missing one does not compile. */

export const RESOURCE_SOURCES: { readonly [Id in FetchedResourceFactId]: ResourceSource<Id> } = {
  otherApps,
  autoscalers,
  webhooks,
  namespaceLabels,
  references,
  gitManifest,
  schema,
  storedVersions,
};

export const APP_SOURCES: { readonly [Id in FetchedAppFactId]: AppSource<Id> } = {
  pods,
  events,
  logLines,
  storageClass,
  lastChange,
  notHealthySince,
  notHealthyForLong,
};

export const INSTANCE_SOURCES: { readonly [Id in FetchedInstanceFactId]: InstanceSource<Id> } = { version };
