import { listAt, objectAt, textAt } from '../replay/application.ts';
import type { RunningLab } from '../running-lab.ts';

export async function listApps(lab: RunningLab): Promise<readonly string[]> {
  const list = await lab.argocdAs('plumbline-read').get('/api/v1/applications?fields=items.metadata.name');
  return listAt(list, 'items').map((app) => textAt(objectAt(app, 'metadata'), 'name'));
}
