import { rm } from 'node:fs/promises';
import { argocdUrl, startArgocd } from './argocd/start-argocd.ts';
import { buildProgram } from './build/build-program.ts';
import { argocdRelease, programsFor } from './build/programs.ts';
import { labFolder } from './folders.ts';
import { startCluster } from './kubernetes/start-cluster.ts';
import { findLabState, makeLabState, saveLabState } from './lab-state.ts';
import { logsFolder, makeSupervisor } from './supervisor.ts';

const folder = labFolder();
const startedAt = Date.now();
const release = argocdRelease();
const previous = await findLabState(folder);
if (previous !== undefined && previous.argocdRelease !== release) {
  throw new Error(`the lab runs Argo CD ${previous.argocdRelease}; stop it first with: npm run lab:down`);
}
for (const program of programsFor(release)) await buildProgram(program);

if (previous === undefined) await rm(logsFolder(folder), { recursive: true, force: true });
const state = previous ?? (await makeLabState(release));
await saveLabState(folder, state);
const supervisor = makeSupervisor(folder, state);
const cluster = await startCluster(folder, state.ports, supervisor);
await startArgocd(folder, cluster, supervisor);
cluster.client.close();

const { tokens } = supervisor.state();
const rows = {
  kubernetes: cluster.access.server,
  kubeconfig: cluster.kubeconfig,
  'argo cd': argocdUrl(state),
  'read token': tokens['plumbline-read'],
  'write token': tokens['plumbline-write'],
  logs: logsFolder(folder),
};
const lines = Object.entries(rows).map(([name, value]) => `${name.padEnd(12)} ${value}`);
process.stdout.write(`The lab is up (${Math.round((Date.now() - startedAt) / 1000)} s).\n${lines.join('\n')}\n`);
