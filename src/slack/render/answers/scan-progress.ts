import { ago } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import type { ScanProgress } from '../../../ports/memory.ts';
import { compose } from '../kit/compose.ts';
import { section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, lines, type Spans, say } from '../kit/spans.ts';

export interface InstanceScan extends ScanProgress {
  readonly instance: string;
}

const CELLS = 10;

/** A running scan; the same message is replaced until `renderScanResult` ends it. */
export function renderScanProgress(scans: readonly InstanceScan[], now: Date): Rendered {
  const done = scans.reduce((sum, scan) => sum + scan.done, 0);
  const of = scans.reduce((sum, scan) => sum + scan.of, 0);
  const fallback = scans.length === 0 ? 'A scan is about to start.' : `Scanning: ${done} of ${count(of, 'app')}.`;
  return compose(fallback, [
    section(scans.length === 0 ? say`${fallback}` : lines(...scans.map((scan) => scanSpans(scan, now)))),
  ]);
}

function scanSpans({ instance, startedAt, done, of, finishedAt, failure }: InstanceScan, now: Date): Spans {
  if (failure !== undefined) return say`⚠ The scan of ${bold(instance)} failed: ${failure}`;
  if (finishedAt !== undefined) return say`${bold(instance)}: ${count(of, 'app')} scanned`;
  if (of === 0) return say`Scanning ${bold(instance)}: listing its apps, for ${ago(startedAt, now)}`;
  const filled = Math.min(CELLS, Math.floor((done / of) * CELLS));
  return say`Scanning ${bold(instance)} ${'▓'.repeat(filled)}${'░'.repeat(CELLS - filled)} ${done} of ${count(of, 'app')}, for ${ago(startedAt, now)}`;
}
