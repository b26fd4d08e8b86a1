import { driftRules } from '../src/core/classify/registry.ts';
import { APP_FACTS, type Fact, type FactId, INSTANCE_FACTS, RESOURCE_FACTS } from '../src/core/facts/registry.ts';

const ORIGINS = {
  argocd: 'Argo CD',
  cluster: 'the destination cluster',
  fleet: 'the list of applications',
  memory: 'earlier scans',
} as const;

/** The reference page of facts, from the catalogue and the rules: it cannot say anything else. */
export function observedFactsPage(): string {
  return [
    '# Observed facts',
    '',
    'Generated from `src/core/facts/` and `src/core/drift/rules/` by `npm run docs`. Do not edit.',
    '',
    'What rules judge by, beyond the two manifests and Argo CD’s own status. A scan fetches a fact only where it can',
    'matter, once, and a fact that could not be fetched is absent: not checked, which is never the same as "there is none".',
    '*Offline-only* facts are stated by case files and fetched by nothing yet; `npm run accuracy` shows what they are worth.',
    '',
    ...section('About a resource', RESOURCE_FACTS),
    ...section('About what runs underneath an app', APP_FACTS),
    ...section('About an Argo CD', INSTANCE_FACTS),
  ].join('\n');
}

function section(title: string, facts: readonly Fact[]): readonly string[] {
  return [
    `## ${title}`,
    '',
    '| fact | what it is | comes from | in a case file | rules that need it |',
    '|---|---|---|---|---|',
    ...facts.map(
      (fact) =>
        `| \`${fact.id}\` | ${fact.says} | ${originOf(fact)} | ${inCode(fact.statedAs)} | ${rulesWith(fact.id)} |`,
    ),
    '',
  ];
}

function originOf(fact: Fact): string {
  return 'offlineOnly' in fact ? `*offline-only*: ${fact.offlineOnly}` : ORIGINS[fact.source];
}

function rulesWith(id: FactId): string {
  return inCode(driftRules.filter(({ needs }) => needs.includes(id)).map((rule) => rule.id));
}

function inCode(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');
}
