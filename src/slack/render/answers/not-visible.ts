import { count } from '../../../core/words/count.ts';
import { compose } from '../kit/compose.ts';
import { section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, say } from '../kit/spans.ts';

/** `3 projects hidden by your role`; '' = nothing is hidden. */
export function hiddenWords(projects: number): string {
  return projects === 0 ? '' : `${count(projects, 'project')} hidden by your role`;
}

/** Everything there is lies outside of what this person may see here. */
export function renderNotVisible(projects: number): Rendered {
  const hidden = projects === 0 ? 'there is no project that you may see here' : hiddenWords(projects);
  return compose(`Nothing to show: ${hidden}.`, [
    section(
      say`${bold('Nothing to show')}: ${hidden}. Ask in a channel that is configured for the project, or have a grant for it added to the policy of Plumbline.`,
    ),
  ]);
}
