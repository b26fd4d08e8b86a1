import { labFolder } from './folders.ts';
import { findLabState } from './lab-state.ts';
import { isRunning } from './processes.ts';
import { openLab } from './running-lab.ts';

/** undefined: a lab is up, with an Argo CD that answers. */
export async function findObstacle(): Promise<string | undefined> {
  const state = await findLabState(labFolder());
  if (state === undefined) return 'the lab is not up; start it with: npm run lab:up';
  const ended = state.processes.find((running) => running.name === 'kube-apiserver' && !isRunning(running));
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
