import { firstLine, fixWords, proofWords } from '../../../core/fix/fix-words.ts';
import type { Fix } from '../../../core/model/fix.ts';
import { count } from '../../../core/words/count.ts';
import { clipped } from '../kit/escape.ts';
import { preformatted, type SimplePart, section } from '../kit/part.ts';
import { bold, lines, type Spans, say } from '../kit/spans.ts';

const MOST_SNIPPET = 1200;
const MOST_HIDES = 300;

interface FixPlace {
  /** Which of several, from 1. */
  readonly position?: number;
  /** Of how many objects it is the fix. */
  readonly objects?: number;
}

/** A fix whole: what, its proof, what it hides, and the lines to paste. */
export function fixParts(fix: Fix, place: FixPlace = {}): readonly SimplePart[] {
  const [, ...snippet] = fix.detail.split('\n');
  const sentence = firstLine(fix.detail);
  const isSaid = sentence === fixWords(fix, place.objects);
  return [
    section(lines(titleSpans(fix, place), isSaid ? say`` : say`${sentence}`, hidesSpans(fix))),
    ...(snippet.length === 0 ? [] : [preformatted(wholeLines(snippet.join('\n')))]),
  ];
}

/** The next best, without the lines to paste. */
export function fixLine(fix: Fix, position: number): Spans {
  return lines(titleSpans(fix, { position }), hidesSpans(fix));
}

function titleSpans(fix: Fix, { position, objects }: FixPlace): Spans {
  const proof = proofWords(fix);
  const title = `Fix${position === undefined ? '' : ` ${position}`}: ${fixWords(fix, objects)}`;
  return say`${bold(title)}${proof === '' ? '' : ` (${proof})`}`;
}

function hidesSpans({ hides }: Fix): Spans {
  return hides === '' ? say`` : say`hides ${clipped(hides, MOST_HIDES)}`;
}

/** Half a line of YAML is worse than none. */
function wholeLines(text: string): string {
  if (text.length <= MOST_SNIPPET) return text;
  const kept = text.slice(0, MOST_SNIPPET).split('\n').slice(0, -1);
  return [...kept, `# … ${count(text.split('\n').length - kept.length, 'more line')}`].join('\n');
}
