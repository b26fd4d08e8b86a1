import type { RemedyBot } from '../../support/remedy-bot.ts';
import { makeWritingGround, type WritingGround } from '../doctor/writing-ground.ts';
import { type Bench, makeBench } from '../replay/bench.ts';
import { cleanUp } from '../replay/clean-up.ts';
import { aProject } from '../replay/project.ts';
import { type Scenario, scenarioOn } from '../replay/scenario.ts';
import type { RunningLab } from '../running-lab.ts';
import { startLabBot } from './bot.ts';

/** Situations on the lab, and a bot that may change them. */
export interface RemedyGround {
  readonly rights: WritingGround;
  readonly remedy: RemedyBot;
  benchOf(id: string): Bench;
  close(): Promise<void>;
}

/** Brings the situations about one after the other, then starts the bot. */
export async function makeRemedyGround(
  lab: RunningLab,
  situations: Readonly<Record<string, (bench: Bench) => Promise<unknown>>>,
): Promise<RemedyGround> {
  const benches = new Map<string, Bench>();
  await cleanUp(lab);
  for (const [id, arrange] of Object.entries(situations)) {
    const bench = await makeBench(lab, id);
    benches.set(id, bench);
    await bench.apply(aProject());
    await arrange(bench);
  }
  const rights = await makeWritingGround(lab);
  const remedy = await startLabBot(lab, rights);
  return {
    rights,
    remedy,
    benchOf(id) {
      const bench = benches.get(id);
      if (bench === undefined) throw new TypeError(`nobody arranged ${id}`);
      return bench;
    },
    async close() {
      await remedy.close();
      await rights.close();
      for (const bench of benches.values()) await bench.close();
      await cleanUp(lab);
    },
  };
}

/** As people would find it, once Argo CD reports it. */
export function arranged(scenario: Scenario) {
  return async (bench: Bench): Promise<void> => {
    await scenario.arrange(bench);
    await bench.waitFor(scenarioOn(scenario, bench.lab.argocdRelease).argocd);
  };
}
