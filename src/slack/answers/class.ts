import { lineOf } from '../../core/digest/build-digest.ts';
import type { PatternLine } from '../../core/digest/digest.ts';
import type { SnapshotRow } from '../../core/memory/snapshot.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import { shortId } from '../../core/pattern/identity.ts';
import { linesOf } from '../../core/pattern/lines.ts';
import { renderPatternDetails } from '../render/answers/pattern-details.ts';
import type { Answer } from './answer.ts';

/** A letter, a class, a pattern's id or the short id beside a finding. */
export const answerClass: Answer<'class'> = async function* (command, { viewer }, { fleet, clock, remedy }) {
  const [views, rows] = await Promise.all([
    fleet.views(viewer.scopes, command.instance),
    fleet.rows(viewer.scopes, command.instance),
  ]);
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  const open = snapshots.flatMap(({ instance, patterns }) =>
    patterns.filter(({ resolvedAt }) => resolvedAt === undefined).map((pattern) => lineOf(pattern, instance)),
  );
  const wanted = patternsNamed(command.id, open, rows);
  const lines = linesOf(open).filter(({ parts }) => parts.some(({ id }) => wanted.has(id)));
  const shown = new Set(lines.flatMap(({ parts }) => parts.map(({ id }) => id)));
  const of = rows.filter(({ pattern }) => shown.has(pattern));
  yield {
    rendered: renderPatternDetails({ lines, rows: of, snapshots, command, canFix: remedy?.canFix, now: clock.now() }),
  };
};

/** A pattern's id may be cut short, as long as it says which. */
const MIN_PREFIX = 4;

function patternsNamed(
  id: string,
  patterns: readonly PatternLine[],
  rows: readonly SnapshotRow[],
): ReadonlySet<string> {
  const name = id.toLowerCase();
  const ofClass = patterns.filter(
    ({ driftClass: own }) => own === name || driftClass(own).letter.toLowerCase() === name,
  );
  if (ofClass.length > 0) return new Set(ofClass.map((pattern) => pattern.id));
  const byPattern = name.length < MIN_PREFIX ? [] : patterns.filter((pattern) => pattern.id.startsWith(name));
  if (byPattern.length > 0) return new Set(byPattern.map((pattern) => pattern.id));
  return new Set(
    rows.filter((row) => shortId(row.finding, row.driftClass).toLowerCase() === name).map(({ pattern }) => pattern),
  );
}
