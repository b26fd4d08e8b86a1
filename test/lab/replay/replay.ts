import { applyManifests } from '../kubernetes/apply.ts';
import type { RunningLab } from '../running-lab.ts';
import { type ApplicationView, matches } from './application.ts';
import { type Bench, makeBench } from './bench.ts';
import { cleanUp } from './clean-up.ts';
import { findingsOf, type ScannedFinding, scanScenarios } from './plumbline.ts';
import { aProject } from './project.ts';
import type { Scenario } from './scenario.ts';
import { measureStrategies, type StrategyRow } from './strategies.ts';

/** The lab usually runs on a few cores, and every scenario keeps Argo CD busy. */
const SIDE_BY_SIDE = 4;

export interface Replayed {
  readonly scenario: Scenario;
  readonly view: ApplicationView | undefined;
  readonly findings: readonly ScannedFinding[];
  readonly after: ApplicationView | undefined;
  /** What did not go as the scenario says, in the order it was found. */
  readonly problems: readonly string[];
}

export interface ReplayOptions {
  readonly note: (line: string) => void;
  /** Also measure which fields drift under which way of comparing. */
  readonly withStrategies: boolean;
}

interface Running {
  readonly scenario: Scenario;
  readonly problems: string[];
  bench?: Bench;
  view?: ApplicationView;
  findings: readonly ScannedFinding[];
  after?: ApplicationView;
}

/** Arranges every scenario, scans once, applies every fix. Leaves the lab as it was, also when something throws. */
export async function replay(
  lab: RunningLab,
  scenarios: readonly Scenario[],
  { note, withStrategies }: ReplayOptions,
): Promise<{ readonly results: readonly Replayed[]; readonly strategies: readonly StrategyRow[] }> {
  let strategies: readonly StrategyRow[] = [];
  const all: Running[] = scenarios.map((scenario) => ({ scenario, problems: [], findings: [] }));
  await cleanUp(lab);
  try {
    await applyManifests(lab.kube, [aProject()]);
    await inTurns(all, note, 'arranged', arrange(lab));
    const arranged = all.filter(({ view }) => view !== undefined);
    await inTurns(arranged, note, 'looked at again', lookAgain);
    const document = await scanScenarios(lab);
    for (const one of arranged) {
      one.findings = findingsOf(document, one.bench?.name ?? '');
      one.problems.push(...problemsWithVerdict(one));
    }
    await inTurns(arranged, note, 'fixed', fix);
    if (withStrategies) strategies = await measureStrategies(lab);
  } finally {
    for (const { bench } of all) await bench?.close();
    await cleanUp(lab);
  }
  const results = all.map(({ scenario, view, findings, after, problems }) => ({
    scenario,
    view,
    findings,
    after,
    problems,
  }));
  return { results, strategies };
}

function arrange(lab: RunningLab) {
  return async (one: Running): Promise<void> => {
    const { scenario } = one;
    one.bench = await makeBench(lab, scenario.id);
    await scenario.arrange(one.bench);
    one.view = await one.bench.waitFor(scenario.argocd);
  };
}

/** Other scenarios' CRDs disturb Argo CD's view of the cluster for a while: what counts is what it says when all is quiet. */
async function lookAgain(one: Running): Promise<void> {
  const { scenario, bench } = one;
  if (bench === undefined) return;
  one.view = await bench.waitFor(scenario.argocd);
  if (!matches(one.view, scenario.argocd)) one.problems.push(`Argo CD reported ${JSON.stringify(one.view)}`);
}

async function fix(one: Running): Promise<void> {
  const { scenario, bench } = one;
  if (scenario.fix === undefined || bench === undefined) return;
  await scenario.fix.apply(bench);
  one.after = await bench.waitFor(scenario.fix.leaves);
  if (!matches(one.after, scenario.fix.leaves))
    one.problems.push(`after the fix Argo CD reported ${JSON.stringify(one.after)}`);
}

function problemsWithVerdict({ scenario, findings }: Running): readonly string[] {
  const { lead, paths = [], says } = scenario.plumbline;
  const [first] = findings;
  if ((first?.class ?? null) !== lead) return [`Plumbline led with ${first?.class ?? 'nothing'}, not ${lead}`];
  const told = new Set<string>(
    findings.filter((finding) => finding.class === lead).flatMap((finding) => finding.paths),
  );
  const words = [first?.owner ?? '', ...(first?.evidence ?? []).map((evidence) => evidence.says)];
  return [
    ...paths.filter((path) => !told.has(path)).map((path) => `Plumbline did not name ${path}: ${[...told].join()}`),
    ...(says === undefined || words.some((word) => says.test(word))
      ? []
      : [`Plumbline did not say ${says}: ${words.join('; ')}`]),
  ];
}

async function inTurns(
  all: readonly Running[],
  note: (line: string) => void,
  what: string,
  step: (one: Running) => Promise<void>,
): Promise<void> {
  const queue = all.values();
  const worker = async (): Promise<void> => {
    for (const one of queue) {
      const startedAt = Date.now();
      try {
        await step(one);
      } catch (error) {
        one.problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
      note(`${what} ${one.scenario.id} (${Math.round((Date.now() - startedAt) / 1000)} s) ${one.problems.join('; ')}`);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}
