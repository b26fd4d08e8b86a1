import { beforeAll, describe, expect, it } from 'vitest';
import { findObstacle } from './obstacle.ts';
import { findingsText } from './replay/plumbline.ts';
import { type Replayed, replay } from './replay/replay.ts';
import { openLab } from './running-lab.ts';
import { FEW, SCENARIOS } from './scenarios/index.ts';

/** PLUMBLINE_LAB_FEW=1: one scenario of each sort, for a machine that has other things to do. */
const scenarios = process.env.PLUMBLINE_LAB_FEW === '1' ? FEW : SCENARIOS;
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
      const replayed = await replay(lab, scenarios, { note, withStrategies: false });
      results = new Map(replayed.results.map((result) => [result.scenario.id, result]));
      lab.kube.close();
    });

    it.each(scenarios)('$id', ({ id }) => {
      const { problems, findings } = results.get(id) ?? { problems: ['it was not replayed'], findings: [] };
      expect(problems, findingsText(findings)).toEqual([]);
    });
  });
});
