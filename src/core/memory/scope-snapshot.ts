import { coversInstance, type Scope } from '../model/fleet-scope.ts';
import { addShares, sumOf } from '../pattern/aggregate.ts';
import type { PatternRecord } from './pattern-record.ts';
import { coversSlice } from './slice.ts';
import type { Snapshot } from './snapshot.ts';

/** The part of a snapshot that any of the scopes covers; what is left out is counted by project, never named. undefined: nothing of this instance. */
export function scopeSnapshot(snapshot: Snapshot, scopes: readonly Scope[]): Snapshot | undefined {
  const here = scopes.filter((scope) => coversInstance(scope, snapshot.instance));
  if (here.length === 0) return undefined;
  const visible = new Set(
    Object.entries(snapshot.slices).flatMap(([id, slice]) =>
      here.some((scope) => coversSlice(scope, slice)) ? [id] : [],
    ),
  );
  const isVisible = ({ slice }: { readonly slice: string }): boolean => visible.has(slice);
  const slices = Object.fromEntries(Object.entries(snapshot.slices).filter(([id]) => visible.has(id)));
  const shown = new Set(Object.values(slices).map(({ project }) => project));
  const hidden = new Set(
    Object.values(snapshot.slices).flatMap(({ project }) => (shown.has(project) ? [] : [project])),
  );
  return {
    ...snapshot,
    apps: sumOf(Object.values(slices), ({ apps }) => apps),
    outOfSync: sumOf(Object.values(slices), ({ outOfSync }) => outOfSync),
    slices,
    notHealthy: snapshot.notHealthy.filter(isVisible),
    patterns: snapshot.patterns.flatMap((pattern) => scopePattern(pattern, visible) ?? []),
    autoSyncOff: snapshot.autoSyncOff.filter(isVisible),
    frozen: snapshot.frozen.filter(isVisible),
    notObserved: snapshot.notObserved.filter(isVisible),
    notices: (snapshot.notices ?? []).filter(isVisible),
    hiddenProjects: [...hidden],
  };
}

function scopePattern(pattern: PatternRecord, visible: ReadonlySet<string>): PatternRecord | undefined {
  const shares = Object.entries(pattern.slices).filter(([slice]) => visible.has(slice));
  if (shares.length === 0) return undefined;
  if (shares.length === Object.keys(pattern.slices).length) return pattern;
  const visiblePart = addShares(shares.map(([, share]) => share));
  const fix = pattern.fix && { ...pattern.fix, closes: visiblePart.closes ?? null };
  return { ...pattern, ...visiblePart, fix, slices: Object.fromEntries(shares) };
}
