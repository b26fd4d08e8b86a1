import { foreignWriter } from '../../diff/writers.ts';
import type { FixDraft } from '../../model/fix.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isTemplateOurs, listPaths } from '../subject.ts';

/** Two renders of one revision differ: time, random values, generated certificates, checksums over those. */
export const renderChangesEveryTime = resourceRule({
  id: 'render-changes-every-time',
  title: 'Two renders of one revision differ',
  driftClass: 'nondeterministic',
  needs: ['renders'],

  claim(subject) {
    if (new Set(subject.resource.facts.renders ?? []).size < 2) return undefined;
    const changes = subject.changes.filter(
      (change) =>
        change.desired !== undefined &&
        change.live !== undefined &&
        foreignWriter(change) === undefined &&
        !change.sameMeaning,
    );
    if (changes.length === 0) return undefined;
    return {
      changes,
      owner: 'helm chart render',
      cause: 'the render is not deterministic',
      confidence: 'certain',
      evidence: [
        { source: 'render', says: 'two renders of this revision gave different manifests' },
        { source: 'git', says: `${listPaths(changes)} differs` },
      ],
      fixes: rendererFixes(
        subject,
        changes.map(({ path }) => path),
      ),
    };
  },
});

/** Ours: mend the template. A foreign chart: its values may take a fixed one; else stop comparing the field. */
export function rendererFixes(subject: Subject, paths: readonly string[]): readonly FixDraft[] {
  const isSecret = subject.resource.ref.kind === 'Secret';
  const template: FixDraft = {
    kind: 'fix-template',
    paths,
    detail: isTemplateOurs(subject)
      ? 'take the value from values or from .Chart instead of now, rand…, gen… or lookup'
      : 'give the chart a fixed value or an existing Secret in its values, or upgrade to a version that renders the same each time',
  };
  const ignore: FixDraft = { kind: 'ignore-narrow', paths };
  return isTemplateOurs(subject) || isSecret ? [template, ignore] : [ignore, template];
}
