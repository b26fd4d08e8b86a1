import { ARGOCD_NEEDS } from '../src/ports/argocd-rights.ts';
import { CLUSTER_NEEDS, type ClusterRule } from '../src/ports/cluster-rights.ts';
import { SLACK_NEEDS } from '../src/ports/slack-rights.ts';

/** What Plumbline may ask of whom, and why: from the same lists as `doctor` and the manifests. */
export function permissionsPage(): string {
  return [
    '# Permissions',
    '',
    'Generated from `src/ports/*-rights.ts` by `npm run docs`. Do not edit.',
    '',
    '`plumbline doctor` checks all of this and names the line that is missing. A right that is refused makes findings poorer,',
    'never wrong: they say what could not be looked at.',
    '',
    '## Argo CD',
    '',
    'One account with an API key and these lines (`deploy/argocd-rbac-read.csv`):',
    '',
    '| policy | what for |',
    '|---|---|',
    ...ARGOCD_NEEDS.map(({ right, purpose }) => `| \`${right.join(', ')}\` | ${purpose} |`),
    '',
    '## Kubernetes',
    '',
    'Optional: without it everything goes through Argo CD. `deploy/kubernetes/cluster-role.yaml` grants exactly this:',
    '',
    '| what for | reads |',
    '|---|---|',
    ...CLUSTER_NEEDS.map(({ purpose, rules }) => `| ${purpose} | ${rules.map(ruleText).join('; ')} |`),
    '',
    'Kinds in *italics* count only where they are installed. Not on the list, because only you know them: custom kinds of your',
    'own that are not healthy or not in Git any more; and Secrets, needed only to prove that a leftover Secret is unused.',
    '`deploy/kubernetes/cluster-role-more.example.yaml` shows both.',
    '',
    '## Slack',
    '',
    '[manifest.yml](../manifest.yml) asks for these scopes of the bot token:',
    '',
    '| scope | without it |',
    '|---|---|',
    ...SLACK_NEEDS.map(
      ({ scope, loses, isOptional }) => `| \`${scope}\`${isOptional ? ' *(optional)*' : ''} | ${loses} |`,
    ),
    '',
  ].join('\n');
}

function ruleText({ group, resources, verbs, isCustom }: ClusterRule): string {
  const names = resources.map((name) => `\`${group === '' ? name : `${name}.${group}`}\``).join(', ');
  const text = `${verbs.join(', ')} ${names}`;
  return isCustom === true ? `*${text}*` : text;
}
