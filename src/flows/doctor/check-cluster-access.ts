import type { CallOptions } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import { type ClusterRule, rightsOf } from '../../ports/cluster-rights.ts';
import type { Outcome } from './check.ts';

export interface AccessQuestion {
  readonly reader: Pick<ClusterReader, 'canI'>;
  readonly rules: readonly ClusterRule[];
  /** The manifest that grants all of it. */
  readonly grantedBy: string;
  /** Left out: everywhere. */
  readonly namespace?: string;
  /** What happens without it; left out: it is needed. */
  readonly orElse?: string;
}

/** A refused kind that may not even be installed fails nothing: it is said. */
export async function checkClusterAccess(question: AccessQuestion, options: CallOptions): Promise<Outcome> {
  const { rules, grantedBy, namespace, orElse } = question;
  const refused = merged((await Promise.all(rules.map((rule) => refusedOf(question, rule, options)))).flat());
  const missing = refused.filter(({ isCustom }) => isCustom !== true);
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  const repair = `apply ${grantedBy}, or grant${where}: ${missing.map(asRbacRule).join(', ')}`;
  if (missing.length > 0) {
    const says = `may not ${missing.map(inWords).join(', ')}${where}`;
    return orElse === undefined
      ? { ok: false, says, repair }
      : { ok: true, isNote: true, says: `${says}: ${orElse}`, repair };
  }
  const says =
    refused.length === 0
      ? `may ${allowedWords(rules)}${where}`
      : `may not ${refused.map(inWords).join(', ')}: needed only where they are installed`;
  return { ok: true, says };
}

/** The part of the rule that is not granted, one resource at a time. */
async function refusedOf(
  { reader, namespace }: AccessQuestion,
  rule: ClusterRule,
  options: CallOptions,
): Promise<readonly ClusterRule[]> {
  const where = namespace === undefined ? {} : { namespace };
  const asked = rule.resources.map(async (name): Promise<ClusterRule> => {
    const rights = rightsOf({ ...rule, resources: [name] });
    const isAllowed = await Promise.all(rights.map((right) => reader.canI({ ...right, ...where }, options)));
    return { ...rule, resources: [name], verbs: rule.verbs.filter((_, index) => isAllowed[index] === false) };
  });
  return (await Promise.all(asked)).filter(({ verbs }) => verbs.length > 0);
}

/** What lacks the same verbs in the same group is one rule. */
function merged(rules: readonly ClusterRule[]): readonly ClusterRule[] {
  const alike = Map.groupBy(rules, ({ group, verbs, isCustom }) => JSON.stringify([group, verbs, isCustom]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, resources: [first, ...others].flatMap(({ resources }) => resources) }] : [],
  );
}

function allowedWords(rules: readonly ClusterRule[]): string {
  const verbs = [...new Set(rules.flatMap((rule) => rule.verbs))];
  const isReading = verbs.every((verb) => verb === 'get' || verb === 'list');
  return `${isReading ? 'read' : verbs.join(', ')} ${rules.flatMap(({ resources }) => resources).join(', ')}`;
}

function inWords({ group, resources, verbs }: ClusterRule): string {
  return `${verbs.join(verbs.length === 2 ? ' and ' : ', ')} ${resources.map((name) => (group === '' ? name : `${name}.${group}`)).join(', ')}`;
}

function asRbacRule({ group, resources, verbs }: ClusterRule): string {
  return `{apiGroups: ["${group}"], resources: [${resources.join(', ')}], verbs: [${verbs.join(', ')}]}`;
}
