import { argocdUrl } from './argocd/start-argocd.ts';
import { labFolder } from './folders.ts';
import { apiserverUrl } from './kubernetes/control-plane.ts';
import { kubeconfigFile } from './kubernetes/start-cluster.ts';
import { findLabState, type LabState } from './lab-state.ts';
import { isRunning } from './processes.ts';
import { logsFolder } from './supervisor.ts';

const NOT_UP = 1;

const folder = labFolder();
const state = await findLabState(folder);
if (state === undefined) {
  process.stdout.write('The lab is not up. Start it with: npm run lab:up\n');
  process.exitCode = NOT_UP;
} else {
  report(state);
}

function report({ ports, processes }: LabState): void {
  const rows = processes.map((one) => ({ ...one, running: isRunning(one) }));
  for (const { name, pid, running } of rows) {
    process.stdout.write(`${running ? 'running' : 'ENDED  '}  ${String(pid).padStart(7)}  ${name}\n`);
  }
  process.stdout.write(`kubernetes ${apiserverUrl(ports)}  kubeconfig ${kubeconfigFile(folder, 'admin')}\n`);
  process.stdout.write(`argo cd    ${argocdUrl({ ports })}\nlogs       ${logsFolder(folder)}\n`);
  if (rows.some(({ running }) => !running)) process.exitCode = NOT_UP;
}
