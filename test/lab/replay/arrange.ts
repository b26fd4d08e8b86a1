import { applyManifests } from '../kubernetes/apply.ts';
import type { RunningLab } from '../running-lab.ts';
import { type ApplicationView, matches } from './application.ts';
import { type Bench, makeBench } from './bench.ts';
import { cleanUp } from './clean-up.ts';
import { inTurns } from './in-turns.ts';
import { aProject } from './project.ts';
import { type Scenario, scenarioOn } from './scenario.ts';

/** A scenario on its way; `view` is there once Argo CD reported something. */
export interface Arranged {
  readonly scenario: Scenario;
  readonly problems: string[];
  bench?: Bench;
  view?: ApplicationView;
}

/** Brings every scenario about, lets `work` see them, and leaves the lab as it was, also when something throws. */
export async function withScenarios(
  lab: RunningLab,
  scenarios: readonly Scenario[],
  note: (line: string) => void,
  work: (arranged: readonly Arranged[]) => Promise<void>,
): Promise<readonly Arranged[]> {
  const all: Arranged[] = scenarios.map((scenario) => ({
    scenario: scenarioOn(scenario, lab.argocdRelease),
    problems: [],
  }));
  await cleanUp(lab);
  try {
    await applyManifests(lab.kube, [aProject()]);
    await inTurns(all, note, 'arranged', arrange(lab));
    const arranged = all.filter(({ view }) => view !== undefined);
    await inTurns(arranged, note, 'looked at again', lookAgain);
    await work(arranged);
  } finally {
    for (const { bench } of all) await bench?.close();
    await cleanUp(lab);
  }
  return all;
}

function arrange(lab: RunningLab) {
  return async (one: Arranged): Promise<void> => {
    const { scenario } = one;
    one.bench = await makeBench(lab, scenario.id);
    await scenario.arrange(one.bench);
    one.view = await one.bench.waitFor(scenario.argocd);
  };
}

/** Other scenarios' CRDs disturb Argo CD's view of the cluster for a while: what counts is what it says when all is quiet. */
async function lookAgain(one: Arranged): Promise<void> {
  const { scenario, bench } = one;
  if (bench === undefined) return;
  one.view = await bench.waitFor(scenario.argocd);
  if (!matches(one.view, scenario.argocd)) one.problems.push(`Argo CD reported ${JSON.stringify(one.view)}`);
}
