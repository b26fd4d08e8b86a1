import type { RunningLab } from '../running-lab.ts';
import { type ApplicationView, matches } from './application.ts';
import { type Arranged, withScenarios } from './arrange.ts';
import { inTurns } from './in-turns.ts';
import { findingsOf, type ScannedFinding, scanScenarios } from './plumbline.ts';
import type { Scenario } from './scenario.ts';
import { measureStrategies, type StrategyRow } from './strategies.ts';

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

/** Arranges every scenario, scans once, applies every fix. */
export async function replay(
  lab: RunningLab,
  scenarios: readonly Scenario[],
  { note, withStrategies }: ReplayOptions,
): Promise<{ readonly results: readonly Replayed[]; readonly strategies: readonly StrategyRow[] }> {
  let strategies: readonly StrategyRow[] = [];
  const said = new Map<Arranged, readonly ScannedFinding[]>();
  const fixed = new Map<Arranged, ApplicationView>();

  const all = await withScenarios(lab, scenarios, note, async (arranged) => {
    const document = await scanScenarios(lab);
    for (const one of arranged) {
      const findings = findingsOf(document, one.bench?.name ?? '');
      said.set(one, findings);
      one.problems.push(...problemsWithVerdict(one.scenario, findings));
    }
    await inTurns(arranged, note, 'fixed', async (one) => {
      const after = await fix(one);
      if (after !== undefined) fixed.set(one, after);
    });
    if (withStrategies) strategies = await measureStrategies(lab);
  });
  const results = all.map((one) => ({
    scenario: one.scenario,
    view: one.view,
    findings: said.get(one) ?? [],
    after: fixed.get(one),
    problems: one.problems,
  }));
  return { results, strategies };
}

async function fix({ scenario, bench, problems }: Arranged): Promise<ApplicationView | undefined> {
  if (scenario.fix === undefined || bench === undefined) return undefined;
  await scenario.fix.apply(bench);
  const after = await bench.waitFor(scenario.fix.leaves);
  if (!matches(after, scenario.fix.leaves)) problems.push(`after the fix Argo CD reported ${JSON.stringify(after)}`);
  return after;
}

function problemsWithVerdict({ plumbline }: Scenario, findings: readonly ScannedFinding[]): readonly string[] {
  const { lead, paths = [], says } = plumbline;
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
