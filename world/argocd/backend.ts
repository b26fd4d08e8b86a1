import type { JsonObject, Manifest } from '../../src/core/model/json.ts';
import type { ClusterEvent, ClusterModel, Commit, ObjectKey } from '../cluster/types.ts';
import type { AppId } from './controller/app-store.ts';
import type { Windows } from './sync-windows.ts';

/** One row of managed-resources before it becomes text. */
export interface ManagedItem {
  readonly key: ObjectKey;
  readonly target: Manifest | null;
  readonly live: Manifest | null;
  readonly normalizedLive: Manifest | null;
  readonly predicted: Manifest | null;
  readonly modified: boolean;
}

interface ClusterInfo {
  readonly server: string;
  readonly name: string;
  readonly status: 'Successful' | 'Failed';
  readonly message?: string;
}

/** What the HTTP API shows. The controller stands behind it in a world, a generator in a fleet. */
export interface Backend {
  readonly version: string;
  readonly namespace: string;
  now(): Date;
  apps(): readonly Manifest[];
  app(id: AppId): Manifest | undefined;
  resourceVersion(): string;
  watch(listener: (event: ClusterEvent) => void): () => void;
  projects(): readonly Manifest[];
  clusters(): readonly ClusterInfo[];
  managedResources(id: AppId): readonly ManagedItem[];
  /** Nodes as they go over the wire. */
  tree(id: AppId): readonly JsonObject[];
  /** The cluster that the app deploys to; undefined where there is none to read from. */
  cluster(id: AppId): ClusterModel | undefined;
  events(id: AppId, uid?: string): readonly Manifest[];
  manifests(id: AppId, options: { readonly revision?: string; readonly fresh: boolean }): Promise<readonly Manifest[]>;
  describe(id: AppId, revision: string): Promise<Commit | undefined>;
  windows(id: AppId): Windows;
  refresh(id: AppId, hard: boolean): Promise<void>;
  requestOperation(id: AppId, operation: JsonObject): void;
  terminate(id: AppId): void;
}
