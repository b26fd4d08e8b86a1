import { compose } from '../kit/compose.ts';
import { section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { say } from '../kit/spans.ts';

const NOT_YET =
  'Not recorded yet: it takes longer than usual. You get another answer as soon as it is. If none comes within a minute, press again; a decision counts once.';
const NOT_RECORDED = 'If you decided something, it may not be recorded. Press again; a decision counts once.';

/** Said before Slack is told that the click arrived: whoever hears nothing more knows what to do. */
export function renderNotYet(): Rendered {
  return compose(NOT_YET, [section(say`${NOT_YET}`)]);
}

/** Why it failed, and that it has to be done again. */
export function renderNotRecorded(sorry: Rendered): Rendered {
  const { blocks } = compose(NOT_RECORDED, [section(say`${NOT_RECORDED}`)]);
  return { ...sorry, text: `${sorry.text} ${NOT_RECORDED}`, blocks: [...sorry.blocks, ...blocks] };
}
