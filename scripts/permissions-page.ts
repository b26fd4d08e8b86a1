import { ARGOCD_NEEDS, ARGOCD_WRITE_NEEDS } from '../src/ports/argocd-rights.ts';
import { CLUSTER_NEEDS, type ClusterRule } from '../src/ports/cluster-rights.ts';
import { BUNDLE_NEED, CLUSTER_WRITE_NEEDS, type WriteNeed } from '../src/ports/cluster-write-rights.ts';
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
    'own that are not healthy or not in Git any more (`deploy/kubernetes/cluster-role-more.example.yaml`). Secrets are not needed:',
    'whether a leftover Secret is used is told by what names it.',
    '',
    '## Changes',
    '',
    'Only where `remediation.enabled` is set: two accounts more, which nothing but the worker uses (`deploy/remediation`). The',
    'reading account stays as it is, and `doctor` fails where both are the same.',
    '',
    'In Argo CD (`deploy/argocd-rbac-write.csv`). It knows no smaller right than `sync`: which resources, and whether anything is',
    'pruned, is up to the approved plan. Never give the account `delete` or `override`.',
    '',
    '| policy | what for |',
    '|---|---|',
    ...ARGOCD_WRITE_NEEDS.map(({ right, purpose }) => `| \`${right.join(', ')}\` | ${purpose} |`),
    '',
    'In Kubernetes, in every cluster where something may be changed (`deploy/remediation/cluster-role-write.yaml`):',
    '',
    '| what for | may |',
    '|---|---|',
    ...CLUSTER_WRITE_NEEDS.map((need) => `| ${writePurpose(need)} | ${need.rules.map(ruleText).join('; ')} |`),
    '',
    'What may be deleted may also be read whole and created again: it is dumped before, and restored from the dump. Deleting',
    'Namespaces, Applications, ApplicationSets and AppProjects is not on the list. Leave out what you do not want cleaned up; `doctor`',
    'then names it as missing. Custom kinds of your own: `deploy/remediation/cluster-role-write-more.example.yaml`.',
    '',
    'Dumps are Secrets in `remediation.bundleNamespace` (`deploy/remediation/role-bundles.yaml`):',
    '',
    '| what for | may |',
    '|---|---|',
    `| ${BUNDLE_NEED.purpose} | ${BUNDLE_NEED.rules.map(ruleText).join('; ')} |`,
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

function writePurpose({ purpose, orElse, isOwnClusterOnly }: WriteNeed): string {
  const where = isOwnClusterOnly ? ' *(in the cluster of Argo CD)*' : '';
  return `${purpose}${where}${orElse === undefined ? '' : ` *(or ${orElse})*`}`;
}

function ruleText({ group, resources, verbs, isCustom }: ClusterRule): string {
  const names = resources.map((name) => `\`${group === '' ? name : `${name}.${group}`}\``).join(', ');
  const text = `${verbs.join(', ')} ${names}`;
  return isCustom === true ? `*${text}*` : text;
}
