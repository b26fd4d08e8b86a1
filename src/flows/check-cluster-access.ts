import type { CallOptions } from '../ports/argocd.ts';
import type { ClusterReader } from '../ports/cluster.ts';
import { type ClusterRule, rightsOf } from '../ports/cluster-rights.ts';

export interface AccessAnswer {
  readonly ok: boolean;
  readonly says: string;
  readonly repair: string;
}

/** A refused kind that may not even be installed fails nothing: it is said. */
export async function checkClusterAccess(
  reader: Pick<ClusterReader, 'canI'>,
  rules: readonly ClusterRule[],
  options: CallOptions,
): Promise<AccessAnswer> {
  const refused = (await Promise.all(rules.map((rule) => refusedOf(reader, rule, options)))).flat();
  const missing = refused.filter(({ isCustom }) => isCustom !== true);
  if (missing.length > 0) {
    return {
      ok: false,
      says: `may not ${missing.map(inWords).join(', ')}`,
      repair: `apply deploy/kubernetes/cluster-role.yaml, or grant: ${missing.map(asRbacRule).join(', ')}`,
    };
  }
  const says =
    refused.length === 0
      ? `may read ${rules.flatMap(({ resources }) => resources).join(', ')}`
      : `may not ${refused.map(inWords).join(', ')}: needed only where they are installed`;
  return { ok: true, says, repair: '' };
}

/** The part of the rule that is not granted, one resource at a time. */
async function refusedOf(
  reader: Pick<ClusterReader, 'canI'>,
  rule: ClusterRule,
  options: CallOptions,
): Promise<readonly ClusterRule[]> {
  const asked = rule.resources.map(async (name): Promise<ClusterRule> => {
    const rights = rightsOf({ ...rule, resources: [name] });
    const isAllowed = await Promise.all(rights.map((right) => reader.canI(right, options)));
    return { ...rule, resources: [name], verbs: rule.verbs.filter((_, index) => isAllowed[index] === false) };
  });
  return (await Promise.all(asked)).filter(({ verbs }) => verbs.length > 0);
}

function inWords({ group, resources, verbs }: ClusterRule): string {
  return `${verbs.join(' and ')} ${resources.map((name) => (group === '' ? name : `${name}.${group}`)).join(', ')}`;
}

function asRbacRule({ group, resources, verbs }: ClusterRule): string {
  return `{apiGroups: ["${group}"], resources: [${resources.join(', ')}], verbs: [${verbs.join(', ')}]}`;
}
