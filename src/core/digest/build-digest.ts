import type { HealthMovement, Movement } from '../memory/movement.ts';
import type { PatternRecord } from '../memory/pattern-record.ts';
import { scopeSnapshot } from '../memory/scope-snapshot.ts';
import type { InstanceReach, Snapshot } from '../memory/snapshot.ts';
import { defined } from '../model/defined.ts';
import { coversApp, type Scope } from '../model/fleet-scope.ts';
import { type PatternSize, sumOf } from '../pattern/aggregate.ts';
import type { Digest, GrownLine, LeftProgressing, PatternLine, ResolvedLine, Trend, WaitingRequest } from './digest.ts';

/** What a channel was told last: the size of every pattern, so that growth is growth since then. */
export interface DigestMark {
  readonly at: string;
  readonly day: string;
  /** `<instance> <pattern>` → its size then. */
  readonly sizes: Readonly<Record<string, PatternSize>>;
}

export interface DigestInput {
  readonly channel: string;
  readonly scope: Scope;
  readonly day: string;
  readonly now: string;
  /** undefined: the channel was never told anything. */
  readonly mark: DigestMark | undefined;
  readonly instances: readonly {
    readonly snapshot: Snapshot;
    readonly movements: readonly Movement[];
    readonly reach: InstanceReach | undefined;
  }[];
  /** Requests that stand in the channel, undecided; oldest first. */
  readonly waiting: readonly WaitingRequest[];
  readonly trend: Trend;
}

interface InScope {
  readonly snapshot: Snapshot;
  readonly patterns: readonly PatternRecord[];
  readonly movements: readonly Movement[];
  readonly reach: InstanceReach | undefined;
}

export function buildDigest(input: DigestInput): Digest {
  const { channel, day, now, mark, trend, waiting } = input;
  const seen = input.instances.flatMap(({ snapshot, movements, reach }) => {
    const scoped = scopeSnapshot(snapshot, [input.scope]);
    return scoped === undefined ? [] : [{ snapshot: scoped, patterns: scoped.patterns, movements, reach }];
  });
  const from = mark?.at ?? '';
  return {
    kind: mark === undefined ? 'baseline' : 'daily',
    channel,
    day,
    from,
    to: now,
    totals: totalsOf(seen),
    scannedAt: seen.map(({ snapshot }) => snapshot.scannedAt).toSorted()[0] ?? '',
    added: seen.flatMap((one) =>
      one.patterns.filter((pattern) => isAdded(pattern, mark)).map((pattern) => lineOf(pattern, one.snapshot.instance)),
    ),
    grown:
      mark === undefined
        ? []
        : seen.flatMap((one) => one.patterns.flatMap((pattern) => grownLine(pattern, one, mark) ?? [])),
    resolved:
      mark === undefined
        ? []
        : seen.flatMap((one) => one.patterns.flatMap((pattern) => resolvedLine(pattern, one, mark) ?? [])),
    notHealthy: seen.flatMap(({ snapshot }) =>
      snapshot.notHealthy.map((app) => ({ ...app, instance: snapshot.instance })),
    ),
    leftProgressing: mark === undefined ? [] : seen.flatMap((one) => leftProgressing(one, mark, input.scope)),
    autoSyncOff: seen.flatMap(({ snapshot }) =>
      snapshot.autoSyncOff.map((app) => ({ ...app, instance: snapshot.instance })),
    ),
    frozen: seen.flatMap(({ snapshot }) => snapshot.frozen.map((app) => ({ ...app, instance: snapshot.instance }))),
    unreachable: seen.flatMap(({ reach }) => (reach?.downSince === undefined ? [] : [reach])),
    waiting,
    trend,
  };
}

/** What the channel has been told once this digest stands there. */
export function markAfter(digest: Digest, input: DigestInput): DigestMark {
  const sizes = input.instances.flatMap(({ snapshot }) => {
    const scoped = scopeSnapshot(snapshot, [input.scope]);
    return (scoped?.patterns ?? [])
      .filter((pattern) => isTold(pattern))
      .map(
        ({ id, apps, resources, differences }) =>
          [sizeKey(snapshot.instance, id), { apps, resources, differences }] as const,
      );
  });
  return { at: digest.to, day: digest.day, sizes: Object.fromEntries(sizes) };
}

/** People are told of a pattern once it has lasted; the first report tells of all there is. */
function isTold({ resolvedAt, confirmedAt, baseline }: PatternRecord): boolean {
  return resolvedAt === undefined && (confirmedAt !== undefined || baseline);
}

function isAdded(pattern: PatternRecord, mark: DigestMark | undefined): boolean {
  if (pattern.resolvedAt !== undefined) return false;
  if (mark === undefined) return isTold(pattern);
  return pattern.confirmedAt !== undefined && pattern.confirmedAt > mark.at && !pattern.baseline;
}

function grownLine(pattern: PatternRecord, { snapshot }: InScope, mark: DigestMark): GrownLine | undefined {
  const before = mark.sizes[sizeKey(snapshot.instance, pattern.id)];
  if (before === undefined || pattern.resolvedAt !== undefined) return undefined;
  const hasGrown =
    pattern.apps > before.apps || pattern.resources > before.resources || pattern.differences > before.differences;
  if (!hasGrown) return undefined;
  return {
    ...lineOf(pattern, snapshot.instance),
    appsBefore: before.apps,
    resourcesBefore: before.resources,
    differencesBefore: before.differences,
  };
}

/**
 * Only what people were told of can be told as fixed, and as large as they were told: apps are synced one after another, and what a
 * scan saw last is the rest.
 */
function resolvedLine(pattern: PatternRecord, { snapshot }: InScope, mark: DigestMark): ResolvedLine | undefined {
  const told = mark.sizes[sizeKey(snapshot.instance, pattern.id)];
  if (told === undefined || pattern.resolvedAt === undefined || pattern.resolvedAt <= mark.at) return undefined;
  return {
    ...lineOf(pattern, snapshot.instance),
    apps: Math.max(pattern.apps, told.apps),
    resources: Math.max(pattern.resources, told.resources),
    differences: Math.max(pattern.differences, told.differences),
    ...defined({ proof: pattern.resolvedBy }),
  };
}

/** The last state of each app that left Progressing since then; one that is back in it did not leave. */
function leftProgressing({ snapshot, movements }: InScope, mark: DigestMark, scope: Scope): readonly LeftProgressing[] {
  const moves = movements.filter(
    (movement): movement is HealthMovement =>
      movement.type === 'health' && movement.at > mark.at && coversApp(scope, movement),
  );
  return [...Map.groupBy(moves, ({ app }) => app).values()].flatMap((steps) => {
    const left = steps.find(({ from }) => from === 'Progressing');
    const last = steps.at(-1);
    if (left === undefined || last === undefined || last.to === 'Progressing') return [];
    const { app, project, lastedMs } = left;
    return [
      {
        instance: snapshot.instance,
        app: app.slice(app.indexOf('/') + 1),
        project,
        to: last.to,
        lastedMs,
        reason: last.reason,
        log: last.log,
      },
    ];
  });
}

export function lineOf(pattern: PatternRecord, instance: string): PatternLine {
  const { id, driftClass, kind, cause, line, fix, firstSeen, apps, resources, differences, names } = pattern;
  return { id, driftClass, kind, cause, line, fix, firstSeen, apps, resources, differences, names, instance };
}

function totalsOf(seen: readonly InScope[]): Digest['totals'] {
  const sum = (numberOf: (one: InScope) => number): number => sumOf(seen, numberOf);
  return {
    instances: seen.length,
    apps: sum(({ snapshot }) => snapshot.apps),
    outOfSync: sum(({ snapshot }) => snapshot.outOfSync),
    notHealthy: sum(({ snapshot }) => snapshot.notHealthy.length),
    patterns: sum(({ patterns }) => patterns.filter(({ resolvedAt }) => resolvedAt === undefined).length),
  };
}

function sizeKey(instance: string, pattern: string): string {
  return `${instance} ${pattern}`;
}
