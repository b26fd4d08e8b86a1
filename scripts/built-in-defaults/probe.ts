import { type Addition, additionsIn } from './additions.ts';
import type { Answer, Api, Manifest } from './api.ts';
import {
  canonical,
  childrenOf,
  findAt,
  isJsonObject,
  type Json,
  placesIn,
  replaceAt,
  type Step,
  scalarsIn,
} from './json.ts';
import type { Learner } from './learner.ts';

/**
 * Learns the defaults of one sample's kind. The sample is created several times
 * (what differs was assigned, not defaulted). Then, from the completed object,
 * each place is taken away or emptied in turn: what comes back is its default,
 * given everything around it.
 */
export async function probeSample(api: Api, learner: Learner, sample: Manifest): Promise<void> {
  const first = orThrow(await api.tryCreate(sample), sample);
  const others = await otherAnswers(api, sample);
  const additions = additionsIn(sample, first);
  for (const place of others.flatMap((other) => differingPlaces(additions, other))) learner.markVolatile(place);
  for (const answer of [first, ...others]) await learner.learn(sample, answer);

  const assigned = additions.filter((addition) => learner.isServers(addition));
  const base = assigned.toReversed().reduce((rest, { steps }) => replaceAt(rest, steps, undefined), first) as Manifest;
  orThrow(await api.tryCreate(base), base);
  for (const candidate of placesIn(base).flatMap((place) => reductionsAt(base, place))) {
    const answer = await api.tryCreate(candidate);
    if (answer.accepted) await learner.learn(candidate, answer.object);
  }
}

/** Dry runs never allocate addresses or ports, so real creates are compared as well. */
async function otherAnswers(api: Api, sample: Manifest): Promise<Json[]> {
  const again = orThrow(await api.tryCreate(sample), sample);
  const real = [await api.tryRealCreate(sample, 'lab-first'), await api.tryRealCreate(sample, 'lab-second')];
  return [again, ...real.filter((object) => object !== undefined)];
}

/**
 * Where another answer to the same request differs. Below an added list the
 * whole element counts: its index does not say which one it is.
 */
function differingPlaces(additions: readonly Addition[], other: Json): (readonly Step[])[] {
  return additions.flatMap(({ steps, value }) => {
    const parts = scalarsIn(value, steps);
    const differing = parts.filter((part) => canonical(findAt(other, part.steps)) !== canonical(part.value));
    return differing.map((part) => {
      const inList = part.steps.findIndex((step, index) => index >= steps.length - 1 && typeof step === 'number');
      return inList === -1 ? part.steps : part.steps.slice(0, inList + 1);
    });
  });
}

function reductionsAt(base: Manifest, place: readonly Step[]): Manifest[] {
  if (isIdentity(place)) return [];
  const value = findAt(base, place);
  const without = replaceAt(base, place, undefined) as Manifest;
  const isFilled = isJsonObject(value) && childrenOf(value).length > 0;
  return isFilled ? [without, replaceAt(base, place, {}) as Manifest] : [without];
}

function isIdentity(steps: readonly Step[]): boolean {
  const [first, second] = steps;
  if (steps.length === 1) return first === 'apiVersion' || first === 'kind' || first === 'metadata';
  return first === 'metadata' && (second === 'name' || second === 'namespace');
}

function orThrow(answer: Answer, sample: Manifest): Json {
  if (answer.accepted) return answer.object;
  throw new Error(`${sample.apiVersion} ${sample.kind} ${String(sample.metadata.name)}: ${answer.why}`);
}
