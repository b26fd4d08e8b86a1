import { isArgoCd, isDeployer } from '../diff/writers.ts';
import { defined } from '../model/defined.ts';
import { listAt, type Manifest, stringAt } from '../model/json.ts';
import type { AppState, InstanceState } from '../model/observation.ts';
import { groupOf, isCustomResourceDefinition, isSame, type ResourceRef } from '../model/resource-ref.ts';
import { hookOf } from './hooks.ts';
import { annotation } from './subject.ts';
import { INSTALLATION_ID, instanceNameOf, isCopiedTrackingId, trackingAppOf } from './tracking.ts';

/*
 * Whether this app of this Argo CD put an object there. A tracking id alone is no proof: an app of the same name in
 * another Argo CD writes the same one (docs/facts.md#tracking).
 */

/** An object that carries the marks of an app, and that app. */
export interface Authored {
  readonly ref: ResourceRef;
  readonly live: Manifest;
  readonly app: AppState;
  readonly instance: InstanceState;
}

/** A release of the app's history that renders the object. */
export interface PastRender {
  readonly revision: string;
  /** The first release after it that renders the object no more was deployed then; absent: there is none. */
  readonly until?: string;
}

/** Clocks of an API server and of a controller differ; a sync is not over before its last write. */
const SKEW_MS = 2_000;
const PLUMBLINE = 'plumbline';

/** Another app, or another Argo CD, that the object's own marks name; undefined = they name none. */
export function otherHolderOf(
  live: Manifest,
  app: AppState,
  instance: InstanceState,
): { readonly app: string } | { readonly installation: string } | undefined {
  const holder = trackingAppOf(live, instance);
  if (holder !== undefined && holder !== instanceNameOf(app, instance)) return { app: holder };
  const installation = annotation(live, INSTALLATION_ID);
  return installation === undefined || installation === instance.installationId ? undefined : { installation };
}

/**
 * What of the object and of the app's own status speaks against the app; undefined = nothing does, which is no proof
 * yet. Writers and times are judged only where managedFields are there.
 */
export function signsAgainst(authored: Authored): string | undefined {
  const { live, app, instance } = authored;
  const other = otherHolderOf(live, app, instance);
  if (other !== undefined)
    return 'app' in other
      ? `it belongs to ${other.app}`
      : `it belongs to another Argo CD (installation ${other.installation})`;
  const end = lastSyncEnd(app);
  return doubtOfWriters(authored) ?? (end === undefined ? undefined : doubtOfTimes(authored, end));
}

function doubtOf(authored: Authored): string | undefined {
  return signsAgainst(authored) ?? doubtOfTracking(authored);
}

function doubtOfTracking({ ref, live, app, instance }: Authored): string | undefined {
  if (instance.trackingMethod === 'label')
    return 'this Argo CD tracks by label, which anybody can set: a label doesn’t prove that this app applied it';
  if (instance.trackingMethod === undefined) return 'this Argo CD’s tracking settings are not known';
  if (lastSyncEnd(app) === undefined) return 'no sync of this app has ended: it cannot have applied it';
  if (isCustomResourceDefinition(ref)) return undefined;
  if (trackingAppOf(live, instance) === undefined) return 'it carries no tracking id of this app';
  if (isCopiedTrackingId(live, ref)) return 'its tracking id was made for another object and copied';
  if (instance.installationId !== undefined && annotation(live, INSTALLATION_ID) === undefined)
    return 'it carries no installation id, and this Argo CD writes one';
  return undefined;
}

/** The last sync's own result proves it; an earlier release has to be rendered, which is done where a plan is made. */
export function isProvenBySync(authored: Authored): boolean {
  return doubtOf(authored) === undefined && appliedBy(authored.app, authored.ref) !== undefined;
}

function doubtOfWriters({ live }: Authored): string | undefined {
  const managers = writesOf(live).map(({ manager }) => manager);
  if (managers.length === 0) return undefined;
  const other = managers.find((manager) => isOtherArgoCd(manager) || isDeployer(manager));
  if (other !== undefined) return `${other} writes it too`;
  // what Plumbline restored or adopted has it as its writer
  const isExplained = managers.some((manager) => isArgoCd(manager) || manager === PLUMBLINE);
  return isExplained ? undefined : `Argo CD never wrote it: its writers are ${managers.join(', ')}`;
}

/** Argo CD's own components aside, whatever calls itself an Argo CD is another one. */
function isOtherArgoCd(manager: string): boolean {
  return !isArgoCd(manager) && manager !== 'argocd-server' && /argo-?cd|gitops.{0,128}controller/i.test(manager);
}

/** Argo CD's writes, and the object itself, are no newer than the last moment at which this app can have made them. */
function doubtOfTimes({ live }: Authored, end: string): string | undefined {
  const writes = writesOf(live);
  const created = stringAt(live, 'metadata', 'creationTimestamp');
  // a restore creates it again, after the sync that once applied it
  const isRestored = writes.some(({ manager }) => manager === PLUMBLINE);
  const times = [
    ...(created === undefined || isRestored ? [] : [{ what: 'it was created', at: created }]),
    ...writes
      .filter(({ manager, time }) => isArgoCd(manager) && time !== undefined)
      .map(({ manager, time = '' }) => ({ what: `${manager} wrote it`, at: time })),
  ];
  const late = times.find(({ at }) => Date.parse(at) > Date.parse(end) + SKEW_MS);
  return late === undefined
    ? undefined
    : `${late.what} at ${late.at}, after this app last could have (${end}): another Argo CD may own it`;
}

/** What was looked up about an object's past. undefined throughout: it could not be looked at. */
export interface Past {
  /** null: no release of the app's history renders it. */
  readonly render: PastRender | null | undefined;
  /** Namespaces of the other Argo CDs in the object's cluster. */
  readonly otherArgoCds: readonly string[] | undefined;
}

/** Why the app is taken for its author, or why it is not. */
export type Authorship = { readonly proof: string } | { readonly because: string };

export function proveAuthorship(authored: Authored, { render: past, otherArgoCds }: Past): Authorship {
  const doubt = doubtOf(authored) ?? doubtOfInstallations(authored, otherArgoCds);
  if (doubt !== undefined) return { because: doubt };
  const applied = appliedBy(authored.app, authored.ref);
  if (applied !== undefined) return { proof: applied };
  if (past === undefined) return { because: 'couldn’t check whether an earlier release of this app had it' };
  if (past === null)
    return {
      because: 'nothing proves that this app put it there: no sync result and no release of its history has it',
    };
  const late = doubtOfTimes(authored, past.until ?? lastSyncEnd(authored.app) ?? '');
  return late === undefined
    ? { proof: `this app’s release ${past.revision.slice(0, 7)} renders it` }
    : { because: late };
}

/** An installation id tells apart what two Argo CDs in one cluster write; without one, nothing does. */
function doubtOfInstallations({ instance }: Authored, otherArgoCds: readonly string[] | undefined): string | undefined {
  if (instance.installationId !== undefined) return undefined;
  if (otherArgoCds === undefined) return 'couldn’t check whether another Argo CD runs in its cluster';
  if (otherArgoCds.length === 0) return undefined;
  return `another Argo CD runs in its cluster (namespace ${otherArgoCds.join(', ')}) and this one has no installationID: either may have written it`;
}

/** The last sync lists it as applied. `PruneSkipped` says no more than its tracking id does. */
function appliedBy({ operation }: AppState, ref: ResourceRef): string | undefined {
  const result = operation?.resources.find((resource) => isSame(resource, ref));
  const isApplied = result?.status === 'Synced' && !/\([^(]*dry run\)/.test(result.message ?? '');
  return isApplied ? 'this app’s last sync lists it as applied' : undefined;
}

function lastSyncEnd({ operation, history = [] }: AppState): string | undefined {
  const ends = [operation?.finishedAt, ...history.map(({ deployedAt }) => deployedAt)].filter(
    (end): end is string => end !== undefined && !Number.isNaN(Date.parse(end)),
  );
  return ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}

interface Write {
  readonly manager: string;
  readonly time: string | undefined;
}

/** Those of the object itself: status is written by whoever runs it. */
function writesOf(live: Manifest): readonly Write[] {
  return listAt(live, 'metadata', 'managedFields').flatMap((entry) => {
    const manager = stringAt(entry, 'manager');
    const isOfStatus = (stringAt(entry, 'subresource') ?? '') !== '';
    return manager === undefined || isOfStatus ? [] : [{ manager, time: stringAt(entry, 'time') }];
  });
}

/** One release of the app's history. */
export interface Release {
  readonly revision: string;
  readonly deployedAt: string | undefined;
  /** What it renders; undefined: it could not be rendered. */
  readonly manifests: readonly Manifest[] | undefined;
}

/** The newest release that renders the object, of those looked at; newest first. */
export function findPastRender(
  releases: readonly Release[],
  { ref, live, app }: Omit<Authored, 'instance'>,
): PastRender | undefined {
  // what is a hook in Git and none in the cluster was applied before it became one
  const isHook = hookOf(live) !== undefined;
  const index = releases.findIndex(({ manifests = [] }) =>
    manifests.some(
      (manifest) => isRenderOf(manifest, ref, app.destination.namespace) && (isHook || hookOf(manifest) === undefined),
    ),
  );
  const release = releases[index];
  if (release === undefined) return undefined;
  const without = releases.slice(0, index).findLast(({ manifests }) => manifests !== undefined);
  return { revision: release.revision, ...defined({ until: without?.deployedAt }) };
}

/** A render may leave the namespace to the app's destination, and the name to the API server. */
function isRenderOf(manifest: Manifest, ref: ResourceRef, home: string | undefined): boolean {
  const [namespace, name, prefix] = ['namespace', 'name', 'generateName'].map((key) =>
    stringAt(manifest, 'metadata', key),
  );
  return (
    groupOf(stringAt(manifest, 'apiVersion') ?? '') === ref.group &&
    stringAt(manifest, 'kind') === ref.kind &&
    (name === undefined ? prefix !== undefined && ref.name.startsWith(prefix) : name === ref.name) &&
    (ref.namespace === '' || (namespace ?? home) === ref.namespace)
  );
}
