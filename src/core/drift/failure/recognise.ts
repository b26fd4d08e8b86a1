import { ends } from '../../words/ends.ts';
import { APPLY_FAMILIES } from './apply-families.ts';
import { COMPARE_FAMILIES } from './compare-families.ts';
import type { FailureFamily } from './family.ts';
import { RENDER_FAMILIES } from './render-families.ts';
import { SOURCE_FAMILIES } from './source-families.ts';

/*
 * Texts of Argo CD, Helm, Kustomize, git, registries and the API server, recognised by their stable parts. Order
 * matters: the first family that matches wins, specific before general. Where a message wraps another (repo-server
 * wraps helm, helm wraps the registry), the innermost cause decides.
 */

/** Argo CD needs the cluster even to load the target state; these say so whatever they are wrapped in. */
const CLUSTER_IDS = new Set(['conversion-webhook', 'live-state-forbidden', 'cluster-unreachable']);
const TARGET_STATE =
  /Failed to load target state|[Mm]anifest generation error|failed to generate manifest|rpc error: code/;
/** A template that ran and failed: whatever words its own message holds, the source was fetched. */
const TEMPLATE_RAN =
  /execution error at|parse error at|error calling \w+|nil pointer evaluating|template: \S+:\d+|YAML parse error|kustomize build|Failed to evaluate jsonnet/;
/** Kustomize fetches remote bases itself: a fetch that fails inside a build is a source that cannot be read. */
const REMOTE_BASE =
  /kustomize build.{0,2000}(git (fetch|clone|ls-remote)|could not read Username|hit \d{1,9}s timeout|no such host)/s;
/** What keeps Argo CD from comparing. A message about the target state is of the source or of the render. */
export function compareFamilyOf(message: string): FailureFamily | undefined {
  const text = ends(message);
  if (!TARGET_STATE.test(text)) return first(text, [...COMPARE_FAMILIES, ...SOURCE_FAMILIES, ...RENDER_FAMILIES]);
  const cluster = COMPARE_FAMILIES.filter(({ id }) => CLUSTER_IDS.has(id));
  if (REMOTE_BASE.test(text)) return first(text, [...SOURCE_FAMILIES, ...RENDER_FAMILIES]);
  if (TEMPLATE_RAN.test(text)) return first(text, [...cluster, ...RENDER_FAMILIES]);
  return first(text, [
    ...cluster,
    ...SOURCE_FAMILIES.filter(({ id }) => id !== 'repo-access' && id !== 'repo-unreachable'),
    ...RENDER_FAMILIES.filter(({ isGeneral }) => !isGeneral),
    ...SOURCE_FAMILIES,
    ...RENDER_FAMILIES,
  ]);
}

export function applyFamilyOf(message: string): FailureFamily | undefined {
  return first(ends(message), APPLY_FAMILIES);
}

function first(text: string, families: readonly FailureFamily[]): FailureFamily | undefined {
  return families.find(({ when }) => when.test(text));
}
