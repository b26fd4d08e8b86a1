import {
  type Digest,
  isQuietDay,
  type LeftProgressing,
  type PatternLine,
  type ResolvedLine,
} from '../../../core/digest/digest.ts';
import { type Line, linesOf } from '../../../core/pattern/lines.ts';
import { ago, lasted } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import { lineParts, patternLines } from '../answers/pattern-lines.ts';
import { details, diagnose } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { noticeSpans, STANDS_STILL } from '../kit/notices.ts';
import { type FoldPart, note, type Part, section } from '../kit/part.ts';
import { classTitle, lineSpans, nameOf, reachSpans, scannedSpans, sickNow } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, joined, lines, type Spans, say } from '../kit/spans.ts';

const MOST_LINES = 10;
const MOST_SICK = 8;
const DAYS = 14;
const NOT_BY_ITSELF = 'Waits for a person to sync';

/** What moved since the last one, in the order of urgency; one line on a quiet day. Ages are as of the digest. */
export function renderDigest(digest: Digest): Rendered {
  const now = new Date(digest.to);
  const { kind, day, added, grown, resolved, autoSyncOff, frozen, unreachable } = digest;
  if (isQuietDay(digest)) return quietDay(digest, now);
  const isBaseline = kind === 'baseline';
  const several = digest.totals.instances > 1;
  const parts: readonly Part[] = [
    section(
      lines(
        say`${bold(`${isBaseline ? 'First report' : 'Drift digest'} · ${day}`)} · ${totalsWords(digest)}`,
        isBaseline
          ? say`This is what is there already. From now on you are told what is new, what got worse and what was fixed.`
          : say``,
      ),
    ),
    note(say`${scanSpans(digest, now)}`),
    note(lines(...unreachable.map((reach) => reachSpans(reach, now)))),
    ...titled(bold(`Not Healthy for long: ${digest.notHealthy.length}`), sickFold(digest, several, now)),
    ...titled(bold(`Left Progressing: ${digest.leftProgressing.length}`), leftFold(digest.leftProgressing, several)),
    ...titled(
      bold(isBaseline ? 'What drifts' : `New: ${count(added.length, 'pattern')}`),
      linesFold(patternLines(added, digest.notHealthy), several),
    ),
    ...titled(bold(`Grew: ${count(grown.length, 'pattern')}`), {
      type: 'fold',
      most: MOST_LINES,
      items: grown.map((line) => [
        section(
          lines(
            ...linesOf([line]).map((one) => lineSpans(one, several ? line.instance : undefined)),
            say`was ${count(line.appsBefore, 'app')}, ${count(line.resourcesBefore, 'object')}, ${count(line.differencesBefore, 'difference')}; now ${count(line.differences, 'difference')}`,
          ),
          details(line.instance, line.id),
        ),
      ]),
      more: (shown, of) => say`Showing ${shown} of ${of} patterns that grew.`,
    }),
    ...titled(bold(`Fixed: ${count(resolved.length, 'pattern')}`), {
      type: 'fold',
      most: MOST_LINES,
      items: resolved.map((line) => [section(resolvedSpans(line))]),
      more: (shown, of) => say`Showing ${shown} of ${of} patterns that were fixed.`,
    }),
    ...titled(bold(`Waiting for approval: ${count(digest.waiting.length, 'request')}`), waitingFold(digest, now)),
    note(noticeSpans(NOT_BY_ITSELF, autoSyncOff)),
    note(noticeSpans(STANDS_STILL, frozen)),
    note(trendSpans(digest)),
  ];
  return compose(`${isBaseline ? 'First report' : 'Drift digest'} of ${day}: ${totalsWords(digest)}.`, parts);
}

function quietDay(digest: Digest, now: Date): Rendered {
  const { day } = digest;
  return compose(`Drift digest of ${day}: nothing new. ${totalsWords(digest)}.`, [
    section(say`${bold(`Drift digest · ${day}`)} · nothing new · ${totalsWords(digest)} · ${scanSpans(digest, now)}`),
    note(noticeSpans(NOT_BY_ITSELF, digest.autoSyncOff)),
  ]);
}

function totalsWords({ totals }: Digest): string {
  const { apps, outOfSync, notHealthy } = totals;
  return `${outOfSync} of ${count(apps, 'app')} OutOfSync, ${notHealthy} not Healthy`;
}

function scanSpans({ scannedAt }: Digest, now: Date): Spans {
  return scannedSpans(scannedAt === '' ? [] : [{ instance: '', scannedAt }], now);
}

/** A heading only where something stands below it. */
function titled(title: Spans[number], fold: FoldPart): readonly Part[] {
  return fold.items.length === 0 ? [] : [section([title]), fold];
}

function sickFold({ notHealthy }: Digest, several: boolean, now: Date): FoldPart {
  return {
    type: 'fold',
    most: MOST_SICK,
    items: notHealthy.map((entry) => [
      section(sickNow(entry, now, several ? entry.instance : undefined), diagnose(entry.instance, entry.key)),
    ]),
    more: (shown, of) => say`Showing ${shown} of ${of}; all of them: ${code('/drift progressing')}`,
  };
}

function waitingFold({ waiting }: Digest, now: Date): FoldPart {
  return {
    type: 'fold',
    most: MOST_LINES,
    items: waiting.map(({ title, instance, requestedAt, expiresAt, missing }) => [
      section(
        say`${bold(title)} · ${instance} · asked for ${ago(requestedAt, now)} ago, ${count(missing, 'approval')} missing, expires in ${lasted(Date.parse(expiresAt) - now.getTime())}`,
      ),
    ]),
    more: (shown, of) => say`Showing ${shown} of ${of}; all of them: ${code('/drift approvals')}`,
  };
}

function leftFold(left: readonly LeftProgressing[], several: boolean): FoldPart {
  return {
    type: 'fold',
    most: MOST_LINES,
    items: left.map(({ instance, app, to, lastedMs, reason, log }) => [
      section(
        lines(
          say`${bold(nameOf(app, several ? instance : undefined))}: Progressing for ${lasted(lastedMs)}, now ${bold(to)}${reason === '' ? '' : `: ${reason}`}`,
          log === '' ? say`` : say`${code(log)}`,
        ),
        diagnose(instance, app),
      ),
    ]),
    more: (shown, of) => say`Showing ${shown} of ${of} apps that left Progressing.`,
  };
}

function linesFold(all: readonly Line<PatternLine>[], several: boolean): FoldPart {
  return {
    type: 'fold',
    most: MOST_LINES,
    items: all.map((line) => lineParts(line, several)),
    more: (shown, of) => say`Showing ${shown} of ${of}; all of them: ${code('/drift list')}`,
  };
}

function resolvedSpans({ driftClass, cause, names, apps, resources, proof }: ResolvedLine): Spans {
  const where = apps === 1 ? (names[0] ?? '1 app') : count(apps, 'app');
  const waited = proof?.secondsAfter === undefined ? '' : `, ${lasted(proof.secondsAfter * 1000)} after the commit`;
  return lines(
    say`✓ ${bold(classTitle(driftClass))} · ${where} · ${count(resources, 'object')} · ${cause}`,
    proof === undefined ? say`` : say`Synced with ${code(proof.revision.slice(0, 12))}${waited}`,
  );
}

/** `Drift debt: 20 → 18 → 2 OutOfSync over 3 days`. */
function trendSpans({ trend }: Digest): Spans {
  const days = trend.days.slice(-DAYS);
  if (days.length < 2) return [];
  return say`Drift debt over ${count(days.length, 'day')}: ${joined(
    days.map(({ outOfSync }) => say`${outOfSync}`),
    ' → ',
  )} OutOfSync`;
}
