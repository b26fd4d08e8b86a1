import { loadavg } from 'node:os';
import { writeSection } from '../document.ts';
import { withScenarios } from '../replay/arrange.ts';
import { openLab } from '../running-lab.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { listApps } from './apps.ts';
import { runAppDiff, runPipe, runScan } from './contenders.ts';
import { renderComparison } from './report.ts';

/** Without arguments over every scenario, into docs/lab.md; with ids only over those, printed. */
const ids = new Set(process.argv.slice(2));
const scenarios = ids.size === 0 ? SCENARIOS : SCENARIOS.filter(({ id }) => ids.has(id));
const lab = await openLab();
const note = (line: string): void => void process.stderr.write(`${line}\n`);

await withScenarios(lab, scenarios, note, async (arranged) => {
  const apps = await listApps(lab);
  const load = loadavg()[0] ?? 0;
  const pipe = await runPipe(lab);
  const scan = await runScan(lab);
  const diff = await runAppDiff(lab, apps);
  const report = renderComparison({ release: lab.argocdRelease, arranged, apps, load, pipe, scan, diff });
  if (ids.size === 0) await writeSection(`compared on ${lab.argocdRelease}`, report);
  process.stdout.write(report);
});
lab.kube.close();
