import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCase } from '../../src/adapters/case-file/parse.ts';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { withLiveFactsOnly } from '../../src/core/facts/live-only.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';

/** The answer that a labelled case carries. The classifier never sees it. */
const Labelled = z.object({
  id: z.string(),
  variantOf: z.string().optional(),
  expected: z.object({
    class: z.string(),
    altClasses: z.array(z.string()).default([]),
    fix: z.string(),
    altFixes: z.array(z.string()).default([]),
    paths: z.array(z.string()).default([]),
    secondary: z.array(z.object({ path: z.string() })).default([]),
    noise: z.array(z.string()).default([]),
  }),
});

export interface Score {
  readonly id: string;
  readonly wanted: string;
  readonly got: string;
  readonly wantedFix: string;
  readonly gotFix: string;
  readonly isStrict: boolean;
  readonly isLenient: boolean;
  readonly isFixRight: boolean;
  /** A person's edit that was called something that people silence. */
  readonly isManualCalledNoise: boolean;
  /** Expected paths that the lead finding names, of all expected. */
  readonly pathsFound: number;
  readonly pathsExpected: number;
  /** Raw differences that are no drift and were named all the same, in any finding. */
  readonly noiseNamed: number;
}

const INPUT_KEYS = ['application', 'resource', 'target', 'live', 'context'];
const NOISE_CLASSES = new Set([
  'mutated',
  'nondeterministic',
  'explicit-default',
  'schema-default',
  'normalization',
  'hook',
]);

/** `all`: whatever the case states. `live`: only what a live scan fetches, so this is the product's own figure. */
export type FactsUsed = 'all' | 'live';

/** Only what an unseen case would have reaches the classifier: the labels and the prose stay outside. */
export async function scoreCases(folder: string, facts: FactsUsed = 'all'): Promise<readonly Score[]> {
  if (!existsSync(folder)) return [];
  const explainApp = makeExplainApp({ jq: makeJq() });
  const scores: Score[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()) {
    const labelled: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { id, expected } = Labelled.parse(labelled);
    const input = Object.fromEntries(Object.entries(labelled as object).filter(([key]) => INPUT_KEYS.includes(key)));
    const { observation } = parseCase(JSON.stringify({ id: 'unseen', ...input }), name);
    const seen = facts === 'all' ? observation : withLiveFactsOnly(observation);
    scores.push(scoreOf(id, expected, await explainApp(seen)));
  }
  return scores;
}

function scoreOf(id: string, expected: z.infer<typeof Labelled>['expected'], findings: readonly Finding[]): Score {
  const [lead] = findings;
  const got = lead?.driftClass ?? 'none';
  const gotFix = lead?.fixes[0]?.kind ?? 'none';
  const isStrict = got === expected.class;
  const isLenient = isStrict || expected.altClasses.includes(got);
  const named = new Set(findings.flatMap(({ paths }) => paths));
  return {
    id,
    wanted: expected.class,
    got,
    wantedFix: expected.fix,
    gotFix,
    isStrict,
    isLenient,
    isFixRight: gotFix === expected.fix || expected.altFixes.includes(gotFix),
    isManualCalledNoise: expected.class === 'manual-change' && !isLenient && NOISE_CLASSES.has(got),
    pathsFound: expected.paths.filter((path) => lead?.paths.includes(path)).length,
    pathsExpected: expected.paths.length,
    noiseNamed: expected.noise.filter((path) => named.has(path)).length,
  };
}

export interface Totals {
  readonly cases: number;
  readonly strict: number;
  readonly lenient: number;
  readonly fix: number;
  readonly manualCalledNoise: number;
  readonly pathsFound: number;
  readonly pathsExpected: number;
  readonly noiseNamed: number;
}

export function totalsOf(scores: readonly Score[]): Totals {
  const count = (is: (score: Score) => boolean): number => scores.filter(is).length;
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  return {
    cases: scores.length,
    strict: count(({ isStrict }) => isStrict),
    lenient: count(({ isLenient }) => isLenient),
    fix: count(({ isFixRight }) => isFixRight),
    manualCalledNoise: count(({ isManualCalledNoise }) => isManualCalledNoise),
    pathsFound: sum(({ pathsFound }) => pathsFound),
    pathsExpected: sum(({ pathsExpected }) => pathsExpected),
    noiseNamed: sum(({ noiseNamed }) => noiseNamed),
  };
}
