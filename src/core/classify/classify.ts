import { type Comparison, compare } from '../compare/compare.ts';
import type { AppSubject, Claim, DriftRule, ResourceRule, Subject } from '../drift/rule.ts';
import type { Observation, ResourceObservation } from '../facts/observation.ts';
import { makeFix } from '../fix/make-fix.ts';
import { ownershipOf } from '../fix/ownership.ts';
import type { Change } from '../model/change.ts';
import { defined } from '../model/defined.ts';
import { type DriftClass, driftClass } from '../model/drift-class.ts';
import type { Confidence, Finding } from '../model/finding.ts';
import type { Fix, FixDraft } from '../model/fix.ts';
import { findingId, patternId, shapeOf } from '../pattern/identity.ts';
import { byLead } from './lead.ts';
import { driftRules } from './registry.ts';

interface Claimed {
  readonly rule: DriftRule;
  readonly claim: Claim;
}

/** Every finding of one app, the one a message leads with first. Each Change lands in exactly one of them. */
export function classify(observation: Observation, rules: readonly DriftRule[] = driftRules): readonly Finding[] {
  const { app, instance, runtime } = observation;
  const appSubject: AppSubject = { app, instance, runtime };
  const found = observation.resources.flatMap((resource) => classifyResource(observation, resource, rules));
  const taken = new Set(found.map(({ finding }) => finding.driftClass));
  for (const rule of rules) {
    if (rule.about !== 'app' || taken.has(rule.driftClass)) continue;
    const claim = rule.claim(appSubject);
    if (!claim) continue;
    found.push(makeFinding(observation, undefined, undefined, rule.driftClass, [{ rule, claim }]));
    taken.add(rule.driftClass);
  }
  return found
    .toSorted((a, b) => byLead({ ...a.finding, blocks: a.blocks }, { ...b.finding, blocks: b.blocks }))
    .map(({ finding }) => finding);
}

interface Found {
  readonly finding: Finding;
  readonly blocks: boolean;
}

function classifyResource(
  observation: Observation,
  resource: ResourceObservation,
  rules: readonly DriftRule[],
): readonly Found[] {
  const comparison = compare({ app: observation.app, resource });
  const claims = claimAll({ ...observation, resource, comparison, changes: comparison.changes }, rules);
  const byClass = Map.groupBy(claims, ({ rule }) => rule.driftClass);
  return [...byClass].map(([id, members]) => makeFinding(observation, resource, comparison, id, members));
}

/** Rules take turns from specific to general; what one claims, the next does not see. */
function claimAll(subject: Subject, rules: readonly DriftRule[]): readonly Claimed[] {
  const claims: Claimed[] = [];
  let left = subject.changes;
  for (const rule of rules) {
    if (rule.about !== 'resource' || (isResidual(rule) && !isUnexplained(subject, left, claims))) continue;
    const claim = rule.claim({ ...subject, changes: left });
    if (!claim) continue;
    const mine = new Set(claim.changes.filter((change) => left.includes(change)));
    claims.push({ rule, claim: { ...claim, changes: [...mine] } });
    left = left.filter((change) => !mine.has(change));
  }
  return claims;
}

function isResidual(rule: ResourceRule): boolean {
  return rule.id === 'residual';
}

/** Differences are left, or the resource is flagged and nothing at all was found about it. */
function isUnexplained({ resource, app }: Subject, left: readonly Change[], claims: readonly Claimed[]): boolean {
  if (left.length > 0) return true;
  const isFlagged =
    resource.status === undefined ? app.sync.status === 'OutOfSync' && !resource.hook : resource.status === 'OutOfSync';
  return (
    isFlagged && claims.every(({ rule }) => rule.driftClass === 'degraded' || rule.driftClass === 'stuck-progressing')
  );
}

function makeFinding(
  { app, notObserved }: Observation,
  resource: ResourceObservation | undefined,
  comparison: Comparison | undefined,
  id: DriftClass,
  members: readonly Claimed[],
): Found {
  const claims = members.map(({ claim }) => claim);
  const changes = claims.flatMap((claim) => claim.changes);
  const owner = [...new Set(claims.map((claim) => claim.owner).filter((name) => name !== ''))].join(', ');
  const cause = [...new Set(claims.map((claim) => claim.cause))].toSorted().join('; ');
  const paths = changes.map(({ path }) => path);
  const finding: Finding = {
    id: findingId(app.ref, resource?.ref, id),
    app: app.ref,
    ...defined({ resource: resource?.ref }),
    driftClass: id,
    severity: driftClass(id).severity,
    confidence: leastOf(claims.map((claim) => claim.confidence)),
    rules: members.map(({ rule }) => rule.id),
    changes,
    paths,
    owner,
    evidence: [
      ...claims.flatMap((claim) => claim.evidence),
      ...notObserved.map((says) => ({ source: 'not-observed' as const, says: `couldn’t check: ${says}` })),
    ],
    fixes: helpfulFirst(
      mergeDrafts(claims.flatMap((claim) => claim.fixes)).map((draft) =>
        makeFix(draft, { app, resource, comparison, changes }),
      ),
    ),
    ownership: ownershipOf({ driftClass: id, changes, owner }),
    shape: shapeOf(paths),
    pattern: patternId(id, resource?.ref, cause),
    cause,
  };
  return { finding, blocks: claims.some((claim) => claim.blocks === true) };
}

/** A fix that was proven to close nothing is not what anyone should try first, whatever its place on the ladder. */
function helpfulFirst(fixes: readonly Fix[]): readonly Fix[] {
  const isFutile = ({ closes }: Fix): boolean => closes?.closed === 0;
  return fixes.every(isFutile) ? fixes : [...fixes.filter((fix) => !isFutile(fix)), ...fixes.filter(isFutile)];
}

const CONFIDENCES: readonly Confidence[] = ['certain', 'likely', 'guess'];

function leastOf(confidences: readonly Confidence[]): Confidence {
  return confidences.reduce<Confidence>((a, b) => (CONFIDENCES.indexOf(b) > CONFIDENCES.indexOf(a) ? b : a), 'certain');
}

/** Two rules of one class may propose the same kind for different fields: one fix, all the fields. */
function mergeDrafts(drafts: readonly FixDraft[]): readonly FixDraft[] {
  const merged = new Map<FixDraft['kind'], FixDraft>();
  for (const draft of drafts) {
    const known = merged.get(draft.kind);
    if (!known) merged.set(draft.kind, draft);
    else merged.set(draft.kind, { ...known, paths: [...new Set([...known.paths, ...draft.paths])] });
  }
  return [...merged.values()];
}
