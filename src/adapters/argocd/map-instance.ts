import { isDeepStrictEqual } from 'node:util';
import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import type { TrackingMethod } from '../../core/model/observation.ts';
import type { ManagedCluster, ProjectWindow, Settings, WindowState } from '../../ports/argocd.ts';
import type * as wire from './instance-schema.ts';
import { nextOpening } from './next-opening.ts';

const TRACKING_METHODS: readonly TrackingMethod[] = ['annotation', 'label', 'annotation+label'];

export function mapSettings(settings: wire.Settings): Settings {
  const { url, appLabelKey, installationID, controllerNamespace, appsInAnyNamespaceEnabled } = settings;
  return {
    ...defined({
      url,
      instanceLabelKey: appLabelKey,
      trackingMethod: TRACKING_METHODS.find((method) => method === settings.trackingMethod),
      installationId: installationID,
      controllerNamespace,
    }),
    appsInAnyNamespace: appsInAnyNamespaceEnabled,
  };
}

/** In a project an absent zone is UTC. */
export function mapProjectWindow(window: wire.SyncWindow): ProjectWindow {
  return { ...window, kind: mapWindowKind(window), timeZone: window.timeZone || 'UTC' };
}

/** An unknown kind of window must not read as permission. */
function mapWindowKind({ kind }: wire.SyncWindow): ProjectWindow['kind'] {
  return kind === 'allow' ? 'allow' : 'deny';
}

/** @param windows those of the app's project and of the global projects that reach it */
export function mapWindows(state: wire.SyncWindows, windows: readonly ProjectWindow[]): WindowState {
  const complete = (window: wire.SyncWindow) => completeWindow(window, windows);
  const assigned = state.assignedWindows.map(complete);
  return {
    canSync: state.canSync,
    active: state.activeWindows.map(complete),
    assigned,
    nextOpening: (now) => nextOpening(assigned, now),
  };
}

/**
 * Argo CD names an app's windows by kind, schedule, duration and manualSync only (docs/facts.md#windows-of-an-app); the
 * rest comes from the project. Where several fit and differ, nothing is claimed: an empty zone means unknown.
 */
function completeWindow(window: wire.SyncWindow, windows: readonly ProjectWindow[]): ProjectWindow {
  const bare: ProjectWindow = { ...window, kind: mapWindowKind(window) };
  const [first, ...others] = windows.filter(
    ({ kind, schedule, duration, manualSync }) =>
      kind === bare.kind && schedule === bare.schedule && duration === bare.duration && manualSync === bare.manualSync,
  );
  return first && others.every((other) => isDeepStrictEqual(other, first)) ? first : bare;
}

export function mapCluster({ server, name, info }: wire.Cluster, masker: Masker): ManagedCluster {
  const message = info?.connectionState?.message ?? '';
  return {
    server,
    name,
    status: info?.connectionState?.status || 'Unknown',
    ...(message === '' ? {} : { message: masker.text(message) }),
    ...defined({ version: info?.serverVersion }),
  };
}
