import { lineOf } from '../../core/digest/build-digest.ts';
import type { PatternLine } from '../../core/digest/digest.ts';
import type { SnapshotRow } from '../../core/memory/snapshot.ts';
import { DRIFT_CLASSES, driftClass } from '../../core/model/drift-class.ts';
import { shortId } from '../../core/pattern/identity.ts';
import { linesOf } from '../../core/pattern/lines.ts';
import { renderPatternDetails } from '../render/answers/pattern-details.ts';
import { renderUnknownName } from '../render/answers/unknown-name.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import type { Answer } from './answer.ts';
import { nearestNames } from './nearest.ts';

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
  if (lines.length === 0 && !isClass(command.id)) return yield { rendered: unknownClass(command, open, rows) };
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

const CLASS_NAMES = DRIFT_CLASSES.flatMap(({ id, letter }) => (letter === '' ? [id] : [id, letter]));

function isClass(name: string): boolean {
  return CLASS_NAMES.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** Neither a class nor anything open: what it might have been. */
function unknownClass(
  command: Parameters<Answer<'class'>>[0],
  patterns: readonly PatternLine[],
  rows: readonly SnapshotRow[],
): Rendered {
  const ids = rows.map((row) => shortId(row.finding, row.driftClass));
  const near = nearestNames(command.id, [...CLASS_NAMES, ...ids, ...patterns.map(({ id }) => id)]);
  return renderUnknownName({
    problem: 'No class, open pattern or open finding here is called',
    name: command.id,
    instead: near.map((id) => ({ ...command, id })),
    known: DRIFT_CLASSES.map(({ id }) => id),
  });
}
