import { type Digest, isQuietDay, type PatternLine } from '../../core/digest/digest.ts';
import { fixWords, proofWords } from '../../core/fix/fix-words.ts';
import { driftClass } from '../../core/model/drift-class.ts';
import { ago, lasted } from '../../core/words/age.ts';
import { count } from '../../core/words/count.ts';
import { plain } from './paint.ts';

/** The digest for a terminal: the same facts as in Slack, one line each. */
export function digestText(digest: Digest): string {
  const now = new Date(digest.to);
  const { totals } = digest;
  const head = `${digest.kind === 'baseline' ? 'First report' : 'Drift digest'} · ${digest.day} · ${digest.channel} · ${totals.outOfSync} of ${count(totals.apps, 'app')} OutOfSync, ${totals.notHealthy} not Healthy`;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [digest.kind === 'baseline' ? 'There already' : 'New', digest.added.map(patternText)],
    [
      'Grew',
      digest.grown.map(
        (line) =>
          `${patternText(line)} (before: ${count(line.appsBefore, 'app')}, ${count(line.differencesBefore, 'difference')}; now ${line.differences})`,
      ),
    ],
    ['Fixed', digest.resolved.map((line) => `${patternText(line)}${proofText(line.proof)}`)],
    [
      'Not Healthy for long',
      digest.notHealthy.map(
        ({ app, status, since, cause }) => `${app}: ${status} for ${ago(since, now)}, ${cause.reason} ${cause.log}`,
      ),
    ],
    [
      'Left Progressing',
      digest.leftProgressing.map(
        ({ app, to, lastedMs, reason, log }) => `${app}: ${to} after ${lasted(lastedMs)}, ${reason} ${log}`,
      ),
    ],
    [
      'Waiting for approval',
      digest.waiting.map(
        ({ title, instance, requestedAt, missing }) =>
          `${title} (${instance}): ${count(missing, 'approval')} missing, asked ${ago(requestedAt, now)} ago`,
      ),
    ],
    ['Automated sync is off', digest.autoSyncOff.map(({ app, says }) => `${app}: ${says}`)],
    ['Argo CD’s verdict stands still', digest.frozen.map(({ app, says }) => `${app}: ${says}`)],
    ['Not reachable', digest.unreachable.map(({ instance, reason = '' }) => `${instance}: ${reason}`)],
  ];
  const body = sections.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${plain(line).trimEnd()}`)],
  );
  return [plain(head), ...(isQuietDay(digest) ? ['Nothing moved.'] : body), ''].join('\n');
}

function patternText({ driftClass: id, kind, cause, apps, resources, fix }: PatternLine): string {
  const { letter, title } = driftClass(id);
  const proof = fix === null ? '' : ` → ${fixWords(fix)}${proofWords(fix) === '' ? '' : `, ${proofWords(fix)}`}`;
  return `${letter === '' ? '' : `${letter}  `}${title}: ${cause} · ${count(apps, 'app')}, ${resources} ${kind.split('/').at(-1) ?? ''}${proof}`;
}

function proofText(proof: Digest['resolved'][number]['proof']): string {
  if (proof === undefined) return '';
  const after = proof.secondsAfter === undefined ? '' : `${lasted(proof.secondsAfter * 1000)} after `;
  return `, Synced ${after}revision ${proof.revision.slice(0, 8)}`;
}
