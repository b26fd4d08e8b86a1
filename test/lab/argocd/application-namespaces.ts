import { labFolder } from '../folders.ts';
import { findLabState } from '../lab-state.ts';
import { stopProcess } from '../processes.ts';
import { makeSupervisor, type Supervisor } from '../supervisor.ts';
import { argocdSettings, ensureServerAndController } from './start-argocd.ts';

const RESTARTED: ReadonlySet<string> = new Set(['argocd-server', 'argocd-application-controller']);

/** Argo CD takes these namespaces from its command line alone, so it is started again, before and after `work`. */
export async function withApplicationNamespaces(pattern: string, work: () => Promise<void>): Promise<void> {
  const folder = labFolder();
  const state = await findLabState(folder);
  if (state === undefined) throw new Error('the lab is not up; start it with: npm run lab:up');
  const supervisor = makeSupervisor(folder, state);
  const settings = argocdSettings(folder, state);
  await restart(supervisor, { ...settings, applicationNamespaces: pattern });
  try {
    await work();
  } finally {
    await restart(supervisor, settings);
  }
}

async function restart(supervisor: Supervisor, settings: Parameters<typeof ensureServerAndController>[1]) {
  for (const running of supervisor.state().processes) if (RESTARTED.has(running.name)) await stopProcess(running);
  await ensureServerAndController(supervisor, settings);
}
