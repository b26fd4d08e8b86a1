import { z } from 'zod';
import { flag, listOf, optional, text } from './schema.ts';

/* What is configured once per Argo CD. */

/** Capitalised on the wire. */
export const Version = z.object({ Version: z.string() });

export const Settings = z.object({
  url: optional,
  appLabelKey: optional,
  trackingMethod: optional,
  installationID: optional,
  controllerNamespace: optional,
  appsInAnyNamespaceEnabled: flag,
});
export type Settings = z.infer<typeof Settings>;

export const UserInfo = z.object({ loggedIn: flag, username: text });

export const Permission = z.object({ value: z.enum(['yes', 'no']) });

const texts = listOf(z.string());

const SyncWindow = z.object({
  kind: text,
  schedule: text,
  duration: text,
  timeZone: text,
  manualSync: flag,
  applications: texts,
  namespaces: texts,
  clusters: texts,
});
export type SyncWindow = z.infer<typeof SyncWindow>;

export const SyncWindows = z.object({
  canSync: flag,
  activeWindows: listOf(SyncWindow),
  assignedWindows: listOf(SyncWindow),
});
export type SyncWindows = z.infer<typeof SyncWindows>;

const Project = z.object({ spec: z.object({ syncWindows: listOf(SyncWindow) }) });

/** Global projects add their windows to those of the project itself. */
export const DetailedProject = z.object({ project: Project, globalProjects: listOf(Project) });

const ConnectionState = z.object({ status: text, message: text });

const Cluster = z.object({
  server: text,
  name: text,
  info: z.object({ connectionState: ConnectionState.nullish(), serverVersion: optional }).nullish(),
});
export type Cluster = z.infer<typeof Cluster>;

export const ClusterList = z.object({ metadata: z.object({}), items: listOf(Cluster) });
