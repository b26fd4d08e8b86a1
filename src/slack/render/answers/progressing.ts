import type { LongNotHealthy, Snapshot } from '../../../core/memory/snapshot.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { diagnose, refresh, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import { scannedSpans, sickNow } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, lines, say } from '../kit/spans.ts';

export interface ProgressingEntry {
  readonly instance: string;
  readonly app: LongNotHealthy;
  /** What changed just before, in words; absent = unknown. */
  readonly before?: string;
}

export interface ProgressingInput {
  /** Crash evidence first, then the oldest. */
  readonly entries: readonly ProgressingEntry[];
  /** What the entries were taken from. */
  readonly snapshots: readonly Pick<Snapshot, 'instance' | 'scannedAt' | 'apps'>[];
  readonly command: Extract<Command, { readonly name: 'progressing' }>;
  readonly now: Date;
}

/** Every app that has not been Healthy for long: since when, why, and what changed just before. */
export function renderProgressing({ entries, snapshots, command, now }: ProgressingInput): Rendered {
  const several = snapshots.length > 1;
  const apps = snapshots.reduce((sum, one) => sum + one.apps, 0);
  const head =
    entries.length === 0
      ? `Every app is Healthy, or has not been ill for long (${count(apps, 'app')})`
      : `${entries.length} of ${count(apps, 'app')} not Healthy for long`;
  const parts: readonly Part[] = [
    section(say`${bold(head)}`),
    note(scannedSpans(snapshots, now)),
    {
      type: 'fold',
      items: entries.map(({ instance, app, before }) => [
        section(
          lines(
            sickNow(app, now, several ? instance : undefined),
            say`Changed just before: ${before === undefined ? 'unknown' : clipped(before, 300)}`,
          ),
          diagnose(instance, app.key),
        ),
      ]),
      more: (shown, of) =>
        say`Showing ${shown} of ${of}, the most urgent first. Narrow it with --instance, or ask for one app.`,
    },
    buttons(refresh(command), share(command)),
  ];
  return compose(`${head}.`, parts);
}
