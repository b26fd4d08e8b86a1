import { readFileSync } from 'node:fs';
import { driftRules } from '../src/core/classify/registry.ts';
import { DRIFT_CLASSES, type DriftClassEntry } from '../src/core/model/drift-class.ts';

/** The reference page of classes and rules, from the catalogue and the doc comments: it cannot say anything else. */
export function driftClassesPage(): string {
  return [
    '# Drift classes',
    '',
    'Generated from `src/core/model/drift-class.ts` and `src/core/drift/rules/` by `npm run docs`. Do not edit.',
    '',
    'Rules claim differences in the order of the registry, specific to general; the first to claim a difference keeps it.',
    'A message leads with a person’s edit, then with what blocks comparing or applying, then with health, then with a whole',
    'object over a field; noise comes last.',
    '',
    '| class | letter | people read | severity | fix ladder |',
    '|---|---|---|---|---|',
    ...DRIFT_CLASSES.map(
      ({ id, letter, title, severity, ladder }) =>
        `| [\`${id}\`](#${id}) | ${letter} | ${title} | ${severity} | ${ladder.map((kind) => `\`${kind}\``).join(' → ')} |`,
    ),
    '',
    ...DRIFT_CLASSES.flatMap(section),
  ].join('\n');
}

function section(entry: DriftClassEntry): readonly string[] {
  const rules = driftRules.filter(({ driftClass }) => driftClass === entry.id);
  return [
    `## ${entry.id}`,
    '',
    `**${entry.title}.** ${entry.meaning}`,
    '',
    `Proof: ${entry.proof}.`,
    '',
    ...rules.flatMap(({ id, title, about }) => [
      `- \`${id}\`${about === 'app' ? ' (the application as a whole)' : ''}: ${title}. ${commentOf(id)}`,
    ]),
    '',
  ];
}

function commentOf(id: string): string {
  return ruleComment(readFileSync(new URL(`../src/core/drift/rules/${id}.ts`, import.meta.url), 'utf8'));
}

/** The doc comment right above the rule: a comment ends at its first end mark, so none further up is taken along. */
export function ruleComment(source: string): string {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+(?:: \w+)? = (?:\w+\()?\{/.exec(source)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
