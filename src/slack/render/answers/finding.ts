import type { TrackedFinding } from '../../../core/memory/app-record.ts';
import { appKey } from '../../../core/model/app-key.ts';
import { shortId } from '../../../core/pattern/identity.ts';
import { ago } from '../../../core/words/age.ts';
import { diff } from '../kit/answer-buttons.ts';
import { changeText, resourceText } from '../kit/change-text.ts';
import { clipped } from '../kit/escape.ts';
import { type FoldPart, type Part, preformatted, section } from '../kit/part.ts';
import { classTitle } from '../kit/phrases.ts';
import { bold, code, lines, type Spans, say } from '../kit/spans.ts';
import { fixLine, fixParts } from './fix.ts';

const MOST_CHANGES = 3;
const MOST_EVIDENCE = 8;
const MOST_EVIDENCE_OF_CHANGES = 4;
const MOST_VALUE = 120;

/** One finding whole: verdict, evidence, then its fixes, best first, each with its proof and with what it hides. */
export function findingParts(finding: TrackedFinding, now: Date): readonly Part[] {
  const {
    fixes: [first, ...others],
  } = finding;
  return [
    section(verdictSpans(finding, now)),
    changesFold(finding),
    section(evidenceSpans(finding)),
    ...(first === undefined ? [] : fixParts(first, { position: 1 })),
    ...(others.length === 0 ? [] : [section(lines(...others.map((fix, index) => fixLine(fix, index + 2))))]),
  ];
}

function verdictSpans(
  { id, driftClass, cause, confidence, owner, resource, firstSeen }: TrackedFinding,
  now: Date,
): Spans {
  return lines(
    say`${bold(classTitle(driftClass))}: ${cause}`,
    say`${code(resourceText(resource))} · ${confidence}${owner === '' ? '' : ` · by ${owner}`} · ${code(shortId(id, driftClass))} · first seen ${ago(firstSeen, now)} ago`,
  );
}

function changesFold({ app, changes }: TrackedFinding): FoldPart {
  const shown = changes.slice(0, MOST_CHANGES).map((change) => changeText(change, MOST_VALUE));
  return {
    type: 'fold',
    items: shown.length === 0 ? [] : [[preformatted(shown.join('\n'))]],
    of: changes.length > MOST_CHANGES ? changes.length : Math.min(1, shown.length),
    more: (some) => say`Showing ${some === 0 ? 0 : shown.length} of ${changes.length} differences.`,
    button: diff(app.server, appKey(app)),
  };
}

/** Of fields the diff says most; of health and failures the evidence is all there is. */
function evidenceSpans({ evidence, changes }: TrackedFinding): Spans {
  const most = changes.length === 0 ? MOST_EVIDENCE : MOST_EVIDENCE_OF_CHANGES;
  const rest = evidence.length - most;
  return lines(
    ...evidence.slice(0, most).map(({ source, says }) => say`• ${source}: ${clipped(says, 400)}`),
    rest > 0 ? say`• and ${rest} more` : say``,
  );
}
