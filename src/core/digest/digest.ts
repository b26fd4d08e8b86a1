import type { Proof } from '../memory/movement.ts';
import type { PatternRecord } from '../memory/pattern-record.ts';
import type { AppNotice, InstanceReach, LongNotHealthy } from '../memory/snapshot.ts';
import type { LinePart } from '../pattern/lines.ts';

/** A pattern as a channel sees it: only the projects that belong to it are counted. */
export interface PatternLine extends LinePart, Pick<PatternRecord, 'firstSeen' | 'differences'> {
  readonly instance: string;
}

export interface GrownLine extends PatternLine {
  readonly appsBefore: number;
  readonly resourcesBefore: number;
  readonly differencesBefore: number;
}

export interface ResolvedLine extends PatternLine {
  readonly proof?: Proof;
}

/** An app that was Progressing at the last digest and is not any more. */
export interface LeftProgressing {
  readonly instance: string;
  readonly app: string;
  readonly project: string;
  readonly to: string;
  readonly lastedMs: number;
  readonly reason: string;
  readonly log: string;
}

/** A request that nobody has decided upon yet. */
export interface WaitingRequest {
  readonly instance: string;
  readonly app: string;
  /** `Delete 11 leftovers of infisical`. */
  readonly title: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  /** How many still have to approve. */
  readonly missing: number;
}

/** Drift debt: open findings over the last days, oldest first. */
export interface Trend {
  readonly days: readonly { readonly day: string; readonly outOfSync: number }[];
}

interface DigestTotals {
  readonly instances: number;
  readonly apps: number;
  readonly outOfSync: number;
  readonly notHealthy: number;
  readonly patterns: number;
}

/** A pure summary of movement between two instants, for one channel. */
export interface Digest {
  /** baseline: the first report of a channel, which tells what is there. daily: what moved since the last one. */
  readonly kind: 'baseline' | 'daily';
  readonly channel: string;
  /** The local day it is for, `2026-11-16`. */
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly totals: DigestTotals;
  /** Oldest facts it rests on. */
  readonly scannedAt: string;
  readonly added: readonly PatternLine[];
  readonly grown: readonly GrownLine[];
  readonly resolved: readonly ResolvedLine[];
  readonly notHealthy: readonly (LongNotHealthy & { readonly instance: string })[];
  readonly leftProgressing: readonly LeftProgressing[];
  readonly autoSyncOff: readonly (AppNotice & { readonly instance: string })[];
  readonly frozen: readonly (AppNotice & { readonly instance: string })[];
  readonly unreachable: readonly InstanceReach[];
  /** Oldest first. */
  readonly waiting: readonly WaitingRequest[];
  readonly trend: Trend;
}

/** Nothing moved: one line, or nothing where the channel wants nothing. */
export function isQuietDay({
  kind,
  added,
  grown,
  resolved,
  notHealthy,
  leftProgressing,
  frozen,
  unreachable,
  waiting,
}: Digest): boolean {
  const told = [added, grown, resolved, notHealthy, leftProgressing, frozen, unreachable, waiting];
  return kind === 'daily' && told.every((lines) => lines.length === 0);
}
