import type { Change } from '../../model/change.ts';
import { defined } from '../../model/defined.ts';
import type { AppState } from '../../model/observation.ts';
import { ends } from '../../words/ends.ts';
import { shortened } from '../../words/shorten.ts';
import type { Claim } from '../rule.ts';
import { isGitAhead } from '../subject.ts';
import type { FailureFamily } from './family.ts';
import { applyFamilyOf, compareFamilyOf } from './recognise.ts';

/** A failure message with the family it belongs to. */
export interface Failure {
  readonly family: FailureFamily;
  readonly message: string;
  /** Where it was read: `ComparisonError`, `operation Failed` … */
  readonly from: string;
}

const COMPARE_CONDITIONS = new Set(['ComparisonError', 'InvalidSpecError', 'UnknownError']);

/** What keeps Argo CD from fetching, rendering or comparing; undefined = it compares. */
export function findComparisonFailure(app: AppState): Failure | undefined {
  for (const { type, message } of app.conditions) {
    if (!COMPARE_CONDITIONS.has(type)) continue;
    const family = compareFamilyOf(message);
    if (family) return { family, message, from: type };
  }
  const { operation } = app;
  if (operation?.phase !== 'Error') return undefined;
  const family = compareFamilyOf(operation.message);
  return family ? { family, message: operation.message, from: 'operation Error' } : undefined;
}

/** What keeps Argo CD from applying the revision it compares. A failure at an older revision is history. */
export function findApplyFailure(app: AppState): { readonly message: string; readonly from: string } | undefined {
  const { operation } = app;
  if (operation && !isGitAhead(app)) {
    const failed = operation.phase === 'Failed' || operation.phase === 'Error';
    const retrying =
      operation.phase === 'Running' && operation.retryCount > 0 && /failed|Retrying/i.test(operation.message);
    if (failed || retrying) return { message: operation.message, from: `operation ${operation.phase}` };
  }
  const condition = app.conditions.find(({ type }) => type === 'SyncError');
  const isCurrent = !isGitAhead(app) || app.sync.revisions.some((revision) => condition?.message.includes(revision));
  return condition && isCurrent ? { message: condition.message, from: 'SyncError' } : undefined;
}

export function applyFailureOf(message: string, from: string): Failure | undefined {
  const family = applyFamilyOf(message);
  return family && { family, message, from };
}

export function failureClaim({ family, message, from }: Failure, changes: readonly Change[]): Claim {
  const paths = changes.map(({ path }) => path);
  return {
    changes,
    owner: ownerFrom(message) ?? family.owner,
    cause: family.id,
    confidence: family.id === 'apply-failed' || family.id === 'generation-failed' ? 'likely' : 'certain',
    blocks: true,
    evidence: [{ source: 'argocd', says: `${from}: ${shortened(message)}` }],
    fixes: [family, ...(family.orElse ?? [])].map(({ fix, step }) => ({
      kind: fix,
      paths,
      ...defined({ detail: step }),
    })),
  };
}

/** The webhook or quota that the message names is a better owner than the family's word for it. */
function ownerFrom(whole: string): string | undefined {
  const message = ends(whole);
  const webhook = /(?:calling|admission) webhook "([^"]+)"/.exec(message)?.[1];
  if (webhook !== undefined) return `webhook ${webhook}`;
  const quota = /exceeded quota: ([\w.-]*\w)/.exec(message)?.[1];
  return quota === undefined ? undefined : `ResourceQuota ${quota}`;
}

/** As a word of its own: `api` is not named by `apiVersion`. */
export function mentionsName(message: string, name: string): boolean {
  if (name === '') return false;
  const word = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(^|[^\\w.-])${word}([^\\w.-]|\\.(\\s|$)|$)`).test(message);
}
