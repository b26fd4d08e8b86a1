import { describeWriter, isArgoCd, isHuman } from '../../diff/writers.ts';
import { resourceRule } from '../rule.ts';
import { isOnlyLive, isWrittenByArgoCd } from '../subject.ts';

/** Git no longer has the object, and a person has edited it since Argo CD last wrote it: whoever did still needs it, or hides it. */
export const editedLeftover = resourceRule({
  id: 'edited-leftover',
  title: 'A person edited what Git no longer has',
  driftClass: 'manual-change',
  needs: [],

  claim(subject) {
    const { resource, comparison } = subject;
    if (!isOnlyLive(subject) || !resource.requiresPruning || resource.hook || !isWrittenByArgoCd(subject))
      return undefined;
    const { writers } = comparison.managed;
    const sinceArgoCd = writers.slice(
      0,
      writers.findIndex(({ manager }) => isArgoCd(manager)),
    );
    const editor = sinceArgoCd.find(({ manager }) => isHuman(manager));
    if (editor === undefined) return undefined;
    return {
      changes: [],
      owner: editor.manager,
      cause: `leftover edited with ${editor.manager}`,
      confidence: 'certain',
      evidence: [
        {
          source: 'managed-fields',
          says: `Git no longer has it, and ${describeWriter(editor)} wrote it after Argo CD’s last write`,
        },
      ],
      fixes: [
        {
          kind: 'pin-in-git',
          paths: [],
          detail:
            'ask who edited it; if it is still needed, bring it back to Git with the edit before anything is pruned',
        },
      ],
    };
  },
});
