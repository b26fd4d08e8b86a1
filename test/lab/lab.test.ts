import { beforeAll, describe, expect, it } from 'vitest';
import { labFolder } from './folders.ts';
import { findLabState } from './lab-state.ts';
import { isRunning } from './processes.ts';
import { findingsText } from './replay/plumbline.ts';
import { type Replayed, replay } from './replay/replay.ts';
import { openLab } from './running-lab.ts';
import { SCENARIOS } from './scenarios/index.ts';

const obstacle = await findObstacle();
if (obstacle !== undefined) process.stderr.write(`The lab suite did not run: ${obstacle}\n`);

describe('the story on real Argo CD', () => {
  it('has a lab to run on', ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    expect(obstacle).toBeUndefined();
  });

  describe.skipIf(obstacle !== undefined)('replayed', () => {
    let results: ReadonlyMap<string, Replayed>;

    beforeAll(async () => {
      const lab = await openLab();
      const note = (line: string): void => void process.stderr.write(`${line}\n`);
      const replayed = await replay(lab, SCENARIOS, { note, withStrategies: false });
      results = new Map(replayed.results.map((result) => [result.scenario.id, result]));
      lab.kube.close();
    });

    it.each(SCENARIOS)('$id', ({ id }) => {
      const { problems, findings } = results.get(id) ?? { problems: ['it was not replayed'], findings: [] };
      expect(problems, findingsText(findings)).toEqual([]);
    });
  });
});

/** undefined: a lab is up, with an Argo CD that answers. */
async function findObstacle(): Promise<string | undefined> {
  const state = await findLabState(labFolder());
  if (state === undefined) return 'the lab is not up; start it with: npm run lab:up';
  const ended = state.processes.find(
    ({ name, ...running }) => name === 'kube-apiserver' && !isRunning({ name, ...running }),
  );
  if (ended !== undefined) return `${ended.name} has ended; start it again with: npm run lab:up`;
  const lab = await openLab();
  try {
    await lab.argocdAs('plumbline-read').get('/api/version');
    return undefined;
  } catch (error) {
    return `Argo CD does not answer at ${lab.argocdUrl}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    lab.kube.close();
  }
}
