import jsonPatch from 'fast-json-patch';
import { create } from 'jsondiffpatch';
import microdiff from 'microdiff';
import { classify } from '../src/core/classify/classify.ts';
import { compare } from '../src/core/compare/compare.ts';
import { diff } from '../src/core/diff/diff.ts';
import type { Observation } from '../src/core/facts/observation.ts';
import type { Json } from '../src/core/model/json.ts';
import { realisticPairs } from './realistic-pairs.ts';

const PAIRS = 2000;
const ROUNDS = 5;

interface Row {
  readonly name: string;
  readonly says: string;
  readonly run: (observation: Observation) => number;
}

function sides(observation: Observation): { live: Json; target: Json } {
  const [resource] = observation.resources;
  return { live: resource?.live ?? {}, target: resource?.target ?? {} };
}

const jsonDiff = create({ objectHash: (item: object) => ('name' in item ? String(item.name) : JSON.stringify(item)) });

const ROWS: readonly Row[] = [
  {
    name: 'microdiff',
    says: 'raw differences',
    run: (given) => microdiff(sides(given).live as object, sides(given).target as object).length,
  },
  {
    name: 'fast-json-patch compare',
    says: 'raw differences',
    run: (given) => jsonPatch.compare(sides(given).live as object, sides(given).target as object).length,
  },
  {
    name: 'jsondiffpatch',
    says: 'raw delta, lists by name',
    run: (given) => Object.keys(jsonDiff.diff(sides(given).live, sides(given).target) ?? {}).length,
  },
  {
    name: 'plumbline diff',
    says: 'raw differences, lists by merge key, meanings',
    run: (given) => diff(sides(given).live, sides(given).target, { builtIn: true }).length,
  },
  {
    name: 'plumbline compare',
    says: 'what Argo CD reports, with writers',
    run: ({ app, resources }) =>
      resources.reduce((sum, resource) => sum + compare({ app, resource }).changes.length, 0),
  },
  {
    name: 'plumbline diff+classify',
    says: 'findings with evidence and proven fixes',
    run: (given) => classify(given).length,
  },
];

/** The best of several rounds: the one least disturbed by what else the machine does. */
function secondsFor(row: Row, observations: readonly Observation[]): { seconds: number; found: number } {
  let [seconds, found] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    found = observations.reduce((sum, observation) => sum + row.run(observation), 0);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return { seconds, found };
}

export function benchClassify(): void {
  const observations = realisticPairs(PAIRS);
  const bytes = observations.reduce((sum, observation) => sum + JSON.stringify(sides(observation)).length, 0);
  const parse = secondsFor({ name: '', says: '', run: (given) => JSON.stringify(given).length }, observations);
  console.log(
    `classify: ${PAIRS} realistic pairs, ${(bytes / PAIRS / 1024).toFixed(1)} KB a pair, best of ${ROUNDS} rounds`,
  );
  const results = ROWS.map((row) => ({ ...row, ...secondsFor(row, observations) }));
  const base = results[0]?.seconds ?? 1;
  for (const { name, says, seconds, found } of results) {
    console.log(
      `  ${name.padEnd(26)} ${Math.round(PAIRS / seconds)
        .toString()
        .padStart(
          8,
        )} pairs/s  ${(seconds / base).toFixed(2).padStart(6)} × microdiff  ${String(found).padStart(7)} ${says}`,
    );
  }
  console.log(`  (JSON.stringify of the same observations: ${(parse.seconds / base).toFixed(2)} × microdiff)`);
}
