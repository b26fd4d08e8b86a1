import pMap from 'p-map';

/** The lab usually runs on a few cores, and every scenario keeps Argo CD busy. */
const SIDE_BY_SIDE = 4;

interface Step {
  readonly scenario: { readonly id: string };
  readonly problems: string[];
}

/** A few at a time; what a step throws becomes a problem of that scenario, and the others go on. */
export async function inTurns<One extends Step>(
  all: readonly One[],
  note: (line: string) => void,
  what: string,
  step: (one: One) => Promise<void>,
): Promise<void> {
  const run = async (one: One): Promise<void> => {
    const startedAt = Date.now();
    try {
      await step(one);
    } catch (error) {
      one.problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
    note(`${what} ${one.scenario.id} (${Math.round((Date.now() - startedAt) / 1000)} s) ${one.problems.join('; ')}`);
  };
  await pMap(all, run, { concurrency: SIDE_BY_SIDE });
}
