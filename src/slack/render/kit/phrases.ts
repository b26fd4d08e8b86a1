import { fixWords, proofWords } from '../../../core/fix/fix-words.ts';
import type { InstanceReach } from '../../../core/memory/snapshot.ts';
import { type DriftClass, driftClass } from '../../../core/model/drift-class.ts';
import type { Fix } from '../../../core/model/fix.ts';
import type { NotHealthy } from '../../../core/model/not-healthy.ts';
import { sizeWords, whereWords } from '../../../core/pattern/line-words.ts';
import type { Line } from '../../../core/pattern/lines.ts';
import { causeWords, healthBadge, notHealthyWords, tellingWords } from '../../../core/scan/health-words.ts';
import { ago } from '../../../core/words/age.ts';
import { bold, code, joined, lines, type Spans, say } from './spans.ts';

/** `D Left over, wants pruning`. */
export function classTitle(id: DriftClass): string {
  const { letter, title } = driftClass(id);
  return letter === '' ? `● ${title}` : `${letter} ${title}`;
}

/** One pattern or cause: what, how many, why, and the way out. */
export function lineSpans(line: Line, instance?: string): Spans {
  return lines(
    say`${bold(classTitle(line.driftClass))} · ${extentWords(line, instance)}`,
    say`${line.cause}${wayOut(line)}`,
  );
}

/** The same below a heading that names the class. */
export function causeSpans(line: Line, instance?: string): Spans {
  return say`${bold(line.cause)} · ${extentWords(line, instance)}${wayOut(line)}`;
}

/** `10 apps · 16 ExternalSecrets`, and where. */
function extentWords(line: Line, instance: string | undefined): string {
  return [whereWords(line), sizeWords(line), ...(instance === undefined ? [] : [instance])].join(' · ');
}

function wayOut({ fix, resources }: Line): Spans {
  return fix === null ? [] : say` → ${fixSpans(fix, resources)}`;
}

/** `pin 4 fields in Git (closes 64 of 64)`. */
function fixSpans(fix: Fix, objects: number): Spans {
  const proof = proofWords(fix);
  return say`${fixWords(fix, objects)}${proof === '' ? '' : ` (${proof})`}`;
}

/** One sick app, with the line that says why; `time` is told as an age, or as an instant. */
export function sickSpans(entry: NotHealthy, name: string, time: string): Spans {
  const telling = tellingWords(entry);
  return lines(
    say`${bold(`● ${healthBadge(entry)} ${name}`)}: ${causeWords(entry)}, ${time}`,
    telling === '' ? say`` : say`${code(telling)}`,
  );
}

export function sickNow(entry: NotHealthy, now: Date, instance?: string): Spans {
  return sickSpans(entry, nameOf(entry.app, instance), notHealthyWords(entry, now));
}

/** The instance is named where several are looked at. */
export function nameOf(app: string, instance: string | undefined): string {
  return instance === undefined ? app : `${app} (${instance})`;
}

/** A sentence as a part of another. */
export function clause(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** An Argo CD that does not answer; '' = it answers. */
export function reachSpans({ instance, downSince, reason }: InstanceReach, now: Date): Spans {
  if (downSince === undefined) return [];
  const why = reason === undefined || reason === '' ? '' : `: ${clause(reason)}`;
  return say`${bold(`⚠ Argo CD ${instance}`)} has not answered for ${ago(downSince, now)}${why}. What follows is what the last scan saw.`;
}

/** `scanned 41 s ago`; of several instances each by itself. */
export function scannedSpans(
  scans: readonly { readonly instance: string; readonly scannedAt: string }[],
  now: Date,
): Spans {
  const [first] = scans;
  if (first === undefined) return say`not scanned yet`;
  if (scans.length === 1) return say`scanned ${ago(first.scannedAt, now)} ago`;
  return say`scanned ${joined(
    scans.map(({ instance, scannedAt }) => say`${ago(scannedAt, now)} ago (${instance})`),
    ', ',
  )}`;
}

/** Some by name, the others counted. */
export function namedSpans(names: readonly string[], of: number, most = 5): Spans {
  const shown = names.slice(0, most);
  const rest = Math.max(of, names.length) - shown.length;
  return say`${joined(
    shown.map((name) => say`${code(name, 120)}`),
    ', ',
  )}${rest > 0 ? ` and ${rest} more` : ''}`;
}
