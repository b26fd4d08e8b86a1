import type { Authorship } from '../../drift/authorship.ts';
import { type Manifest, stringAt } from '../../model/json.ts';
import type { Reference } from '../../model/observation.ts';
import { isCustomResourceDefinition, isSame, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';
import { count } from '../../words/count.ts';
import { obstacleTo } from './delete-obstacle.ts';
import { deleteOrder, type Referred } from './delete-order.ts';
import type { Excluded } from './plan.ts';
import { type ReadObject, unreadable } from './planner.ts';

/** An object that somebody would like to delete. */
export interface Candidate extends ReadObject {
  /** Everything that refers to it, with namespaces: a namesake elsewhere is another object. undefined: not checked. */
  readonly referrers: readonly Reference[] | undefined;
  /** Why that could not be checked, where it is known. */
  readonly unchecked?: string;
  /** Of a claim: what becomes of its volume. Absent: not known, or not bound. */
  readonly volumeReclaimPolicy?: string;
  /** Whether this app of this Argo CD put it there. */
  readonly authorship: Authorship;
}

export interface Unused extends Referred {
  readonly referrers: readonly Reference[];
  readonly candidate: Candidate;
  readonly live: Manifest;
}

export interface UsageProof {
  /** In the order in which they may go. */
  readonly unused: readonly Unused[];
  readonly excluded: readonly Excluded[];
}

/**
 * Splits candidates into those that may go and those that stay, with the reason. A reference blocks unless its holder
 * goes earlier in the same plan; one that stays keeps what it refers to. A loose reference
 * blocks only where its holder stays. Not verifiable means not offered.
 */
export function proveUnused(candidates: readonly Candidate[]): UsageProof {
  const examined = distinct(candidates.map(examine));
  const excluded = examined.filter((result): result is Excluded => 'because' in result);
  let unused = examined.filter((result): result is Unused => !('because' in result));
  for (;;) {
    const blocked = unused.flatMap((object) => blockOf(object, unused));
    const stuck = blocked.length > 0 ? blocked : circleOf(unused);
    if (stuck.length === 0) return { unused: deleteOrder(unused).ordered, excluded };
    excluded.push(...stuck);
    unused = unused.filter(({ ref }) => !stuck.some(({ target }) => isSame(target, ref)));
  }
}

function examine(candidate: Candidate): Unused | Excluded {
  const { live, referrers } = candidate;
  if (live === undefined) return { target: candidate.ref, because: unreadable(candidate) };
  if (live === null) return { target: candidate.ref, because: 'it is gone already' };
  // Argo CD states a namespace for cluster-scoped objects now and then; the object itself knows better
  const ref = { ...candidate.ref, namespace: stringAt(live, 'metadata', 'namespace') ?? '' };
  if (stringAt(live, 'metadata', 'uid') === undefined) return { target: ref, because: 'it has no uid to hold on to' };
  const obstacle = obstacleTo(ref, live) ?? instancesAmong(ref, live, referrers);
  if (obstacle !== undefined) return { target: ref, because: obstacle };
  if (referrers === undefined) {
    const problem = candidate.unchecked === undefined ? '' : `: ${candidate.unchecked}`;
    return { target: ref, because: `couldn’t check what still refers to it${problem}` };
  }
  if ('because' in candidate.authorship) return { target: ref, because: candidate.authorship.because };
  return { ref, live, candidate, referrers };
}

function distinct(results: readonly (Unused | Excluded)[]): readonly (Unused | Excluded)[] {
  const refOf = (result: Unused | Excluded) => ('because' in result ? result.target : result.ref);
  return results.filter((result, index) => results.findIndex((other) => isSame(refOf(other), refOf(result))) === index);
}

/** A CRD takes its custom resources along: with some, deleting it is not offered, whatever else goes. */
function instancesAmong(ref: ResourceRef, live: Manifest, referrers: readonly ResourceRef[] = []): string | undefined {
  if (!isCustomResourceDefinition(ref)) return undefined;
  const [group, kind] = [stringAt(live, 'spec', 'group'), stringAt(live, 'spec', 'names', 'kind')];
  const instances = referrers.filter((referrer) => referrer.group === group && referrer.kind === kind);
  return instances.length === 0 ? undefined : `${count(instances.length, 'custom resource')} would be deleted with it`;
}

function blockOf({ ref, referrers }: Unused, going: readonly Unused[]): readonly Excluded[] {
  const staying = referrers.filter((referrer) => !going.some((other) => isSame(other.ref, referrer)));
  if (staying.length === 0) return [];
  return [{ target: ref, because: `still used by ${listed(staying)}` }];
}

function circleOf(unused: readonly Unused[]): readonly Excluded[] {
  return deleteOrder(unused).circular.map(({ ref, referrers }) => ({
    target: ref,
    because: `no safe order: ${listed(referrers)} would have to go first and cannot`,
  }));
}

const MAX_NAMED = 3;

function listed(users: readonly Reference[]): string {
  const named = users.slice(0, MAX_NAMED).map(placed).join(', ');
  return users.length > MAX_NAMED ? `${named} and ${users.length - MAX_NAMED} more` : named;
}

function placed(user: Reference): string {
  const where = user.namespace === '' ? '' : ` in ${user.namespace}`;
  return `${kindAndName(user)}${where}${user.how === undefined ? '' : ` (${user.how})`}`;
}
