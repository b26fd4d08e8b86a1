import type { AppRecord, TrackedFinding } from '../../../core/memory/app-record.ts';
import { appKey } from '../../../core/model/app-key.ts';
import { driftClass } from '../../../core/model/drift-class.ts';
import type { Fix } from '../../../core/model/fix.ts';
import { kindAndName } from '../../../core/model/resource-ref.ts';
import { lineKeyOf } from '../../../core/pattern/lines.ts';
import { SKIP_RECONCILE } from '../../../core/scan/listed-app.ts';
import { ago } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { details, diff, refresh, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { type CanFix, fixButton, NOTHING_CAN_BE_FIXED } from '../kit/fix-button.ts';
import { type Facts, freshnessSpans } from '../kit/freshness.ts';
import { buttons, note, type Part, type SimplePart, section } from '../kit/part.ts';
import { classTitle, namedSpans, sickNow } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, italic, lines, type Spans, say } from '../kit/spans.ts';
import { findingParts } from './finding.ts';

export interface DiagnosisInput {
  /** Its findings lead first. */
  readonly record: AppRecord;
  readonly facts: Facts;
  /** Left out: nothing can be changed. */
  readonly canFix?: CanFix | undefined;
  readonly now: Date;
}

/** One app: the verdict, its evidence, the fixes in order, and the runbook's questions answered. */
export function renderDiagnosis({ record, facts, canFix = NOTHING_CAN_BE_FIXED, now }: DiagnosisInput): Rendered {
  const { ref, findings, notHealthy, runbook, gaps } = record;
  const app = appKey(ref);
  const unsaid = gaps.filter((gap) => !record.notObserved?.includes(gap));
  const [leading = [], ...others] = [...Map.groupBy(findings, lineKeyOf).values()];
  const command: Command = { name: 'app', app, instance: ref.server };
  const parts: readonly Part[] = [
    section(headSpans(record, now)),
    note(freshnessSpans(facts, record.look.at, now)),
    ...standstill(record).map(note),
    ...(notHealthy === undefined ? [] : [section(sickNow(notHealthy, now))]),
    ...leadingParts(leading, now),
    {
      type: 'fold',
      items: others.map((group) => [otherSection(group)]),
      most: 5,
      more: (shown, of) => say`Showing ${shown} of ${of} other findings.`,
      button: diff(ref.server, app),
    },
    section(lines(...runbook.map(({ question, answer }) => say`${italic(question)} ${clipped(answer, 300)}`))),
    ...(unsaid.length === 0 ? [] : [note(say`Couldn’t check: ${unsaid.join('; ')}`)]),
    buttons(
      ...fixButton(requestable(findings), { instance: ref.server, app, canFix }),
      ...(hasDifferences(findings) ? [diff(ref.server, app)] : []),
      refresh(command),
      share(command),
    ),
  ];
  return compose(fallback(record), parts);
}

function headSpans({ ref, sync, health, project, findings, notObserved, look }: AppRecord, now: Date): Spans {
  const nothing = findings.length === 0 && notObserved === undefined;
  return lines(
    say`${bold(ref.name)} · ${sync || 'sync unknown'}, ${health || 'health unknown'} · project ${project} · ${ref.server}`,
    nothing
      ? say`${sync === 'Synced' && health === 'Healthy' ? `Nothing drifts, and it is Healthy, seen ${ago(look.at, now)} ago.` : 'Nothing was found that explains this.'}`
      : say``,
  );
}

/** What is shown may not be what is there now: said before anything else. */
function standstill({ notObserved, frozen, notices = [] }: AppRecord): readonly Spans[] {
  return [
    ...(notObserved === undefined
      ? []
      : [say`⚠ Couldn’t check: ${notObserved}. What follows may be from an earlier look.`]),
    ...notices
      .filter((says) => frozen?.reason !== 'skip-reconcile' || !says.includes(SKIP_RECONCILE))
      .map((says) => say`⚠ ${says}`),
    ...(frozen === undefined ? [] : [say`⚠ Argo CD’s verdict stands still: ${frozen.says}`]),
  ];
}

/** The first finding whole; objects of the same pattern by name. */
function leadingParts([first, ...same]: readonly TrackedFinding[], now: Date): readonly Part[] {
  if (first === undefined) return [];
  const names = same.map(objectName);
  return [
    ...findingParts(first, now),
    ...(same.length === 0 ? [] : [section(say`The same in ${namedSpans(names, names.length)}`)]),
  ];
}

function otherSection(group: readonly TrackedFinding[]): SimplePart {
  const [first] = group;
  if (first === undefined) return section([]);
  const names = group.map(objectName);
  return section(
    lines(
      say`Also ${bold(classTitle(first.driftClass))} · ${count(group.length, 'object')} · ${first.cause}`,
      namedSpans(names, names.length, 3),
    ),
    details(first.app.server, first.pattern),
  );
}

function objectName({ resource }: TrackedFinding): string {
  return resource === undefined ? 'the app as a whole' : kindAndName(resource);
}

/** The best fix of a finding, of those that change the cluster; a clean-up before others. */
function requestable(findings: readonly TrackedFinding[]): Fix | undefined {
  const best = findings.flatMap(({ fixes: [first] }) => (first?.direction === 'cluster' ? [first] : []));
  return best.find(({ kind }) => kind === 'delete') ?? best[0];
}

function hasDifferences(findings: readonly TrackedFinding[]): boolean {
  return findings.some(({ changes, paths }) => changes.length > 0 || paths.length > 0);
}

function fallback({ ref, sync, health, findings: [first] }: AppRecord): string {
  const why = first === undefined ? 'nothing was found' : `${driftClass(first.driftClass).title}, ${first.cause}`;
  return `${ref.name} is ${sync || 'of unknown sync status'} and ${health || 'of unknown health'}: ${why}.`;
}
