import type { Snapshot } from '../../../core/memory/snapshot.ts';
import { lasted } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import { type Command, sameInstance } from '../../commands/command.ts';
import { run, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { noticeParts } from '../kit/notices.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import { clause, scannedSpans } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, lines, type Spans, say } from '../kit/spans.ts';
import { hiddenWords } from './not-visible.ts';

export interface ScanOutcome {
  readonly instance: string;
  /** Reduced to what the viewer may see; absent where the scan failed. */
  readonly snapshot?: Snapshot;
  /** What was there before, likewise reduced; absent at the first scan. */
  readonly before?: Pick<Snapshot, 'outOfSync' | 'notHealthy'>;
  readonly tookMs: number;
  readonly failure?: string;
}

export interface ScanResultInput {
  readonly outcomes: readonly ScanOutcome[];
  readonly command: Extract<Command, { readonly name: 'scan' }>;
  readonly now: Date;
}

/** The end of a scan: what there is now, against what there was before. */
export function renderScanResult({ outcomes, command, now }: ScanResultInput): Rendered {
  const snapshots = outcomes.flatMap(({ snapshot }) => snapshot ?? []);
  const overview: Command = { ...sameInstance(command), name: 'overview' };
  const hidden = hiddenWords(snapshots.reduce((sum, { hiddenProjects }) => sum + hiddenProjects.length, 0));
  const parts: readonly Part[] = [
    section(lines(...outcomes.map(outcomeSpans), say`${hidden}`)),
    ...(snapshots.length === 0 ? [] : [note(scannedSpans(snapshots, now))]),
    ...noticeParts(snapshots),
    buttons(run(overview, 'Overview'), share(overview)),
  ];
  return compose(fallback(outcomes), parts);
}

function outcomeSpans({ instance, snapshot, before, tookMs, failure }: ScanOutcome): Spans {
  if (snapshot === undefined) {
    return say`⚠ The scan of ${bold(instance)} failed: ${clause(failure ?? 'nobody knows why')}. What is shown is still the scan before.`;
  }
  const { apps, outOfSync, notHealthy } = snapshot;
  return say`${bold(instance)} scanned in ${lasted(tookMs)}: ${count(apps, 'app')}, ${outOfSync} OutOfSync${moved(before?.outOfSync, outOfSync)}, ${notHealthy.length} not Healthy${moved(before?.notHealthy.length, notHealthy.length)}`;
}

function moved(before: number | undefined, now: number): string {
  if (before === undefined) return '';
  if (before === now) return ' (as before)';
  return now < before ? ` (${before - now} fewer)` : ` (${now - before} more)`;
}

function fallback(outcomes: readonly ScanOutcome[]): string {
  const failed = outcomes.filter(({ snapshot }) => snapshot === undefined).length;
  const done = outcomes.length - failed;
  return `Scanned ${count(done, 'Argo CD')}${failed === 0 ? '' : `, ${failed} failed`}.`;
}
