import { readSection, writeSection } from '../document.ts';
import { openLab } from '../running-lab.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { differencesBetween, renderDifferences, rowsIn } from './differences.ts';
import { replay } from './replay.ts';
import { renderReport, sectionFor } from './report.ts';

const COMPARED = ['3.2', '3.5'] as const;

/** Without arguments everything, into docs/lab.md; with ids only those, printed. `--json` prints every finding instead. */
const flags = process.argv.slice(2);
const ids = new Set(flags.filter((flag) => !flag.startsWith('--')));
const scenarios = ids.size === 0 ? SCENARIOS : SCENARIOS.filter(({ id }) => ids.has(id));
const lab = await openLab();
const note = (line: string): void => void process.stderr.write(`${line}\n`);
const { results, strategies } = await replay(lab, scenarios, { note, withStrategies: ids.size === 0 });
lab.kube.close();

const report = renderReport(lab.argocdRelease, results, strategies);
if (ids.size === 0) {
  await writeSection(sectionFor(lab.argocdRelease), report);
  await writeSection('differences', await differences());
}
process.stdout.write(flags.includes('--json') ? `${JSON.stringify(results, null, 2)}\n` : report);
if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1;

async function differences(): Promise<string> {
  const [older = [], newer = []] = await Promise.all(
    COMPARED.map(async (release) => rowsIn(await readSection(sectionFor(release)))),
  );
  return renderDifferences(COMPARED, differencesBetween(older, newer));
}
