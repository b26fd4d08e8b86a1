import type { AppKey } from '../model/app-key.ts';
import type { NotHealthy } from '../model/not-healthy.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import type { FrozenVerdict } from '../scan/frozen.ts';
import type { FindingRow } from './app-record.ts';
import type { PatternRecord } from './pattern-record.ts';
import type { Slice } from './slice.ts';

export interface SliceTally extends Slice {
  readonly apps: number;
  readonly outOfSync: number;
  readonly notHealthy: number;
}

/** An app as answers name it, and the part of the fleet that decides who may see it. */
interface ShownApp {
  readonly key: AppKey;
  /** Its name. */
  readonly app: string;
  readonly project: string;
  readonly slice: string;
}

/** One app that has not been Healthy for longer than its threshold, or that crashes. */
export interface LongNotHealthy extends NotHealthy, ShownApp {}

export interface AppNotice extends ShownApp {
  readonly says: string;
}

/** One bird's-eye row: a finding about a resource. */
export interface SnapshotRow extends Omit<ShownApp, 'key'>, Pick<FindingRow, 'driftClass' | 'pattern'> {
  readonly resource: ResourceRef;
  /** Id of the finding. */
  readonly finding: string;
}

/** What the last scan of an instance saw, with aggregates: an answer costs the number of patterns, not of apps. */
export interface Snapshot {
  readonly instance: string;
  readonly scanId: string;
  readonly scannedAt: string;
  readonly apps: number;
  readonly outOfSync: number;
  readonly slices: Readonly<Record<string, SliceTally>>;
  /** Crash evidence first, then the oldest. */
  readonly notHealthy: readonly LongNotHealthy[];
  /** Open ones, and those resolved within the time that the digest looks back. */
  readonly patterns: readonly PatternRecord[];
  readonly autoSyncOff: readonly AppNotice[];
  readonly frozen: readonly (AppNotice & { readonly reason: FrozenVerdict['reason'] })[];
  readonly notObserved: readonly AppNotice[];
  /** Warnings, deletions and the like; absent in what an earlier release stored. */
  readonly notices?: readonly AppNotice[];
  /** Slices left out because the viewer may not see them, by project; empty for the whole. */
  readonly hiddenProjects: readonly string[];
}

/** Whether an Argo CD answers, and since when not. */
export interface InstanceReach {
  readonly instance: string;
  readonly lastReached?: string;
  readonly downSince?: string;
  readonly reason?: string;
}
