import { appKey } from '../../core/model/app-key.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import type { SharedResource } from '../../core/scan/shared-resources.ts';
import type { AppMemory } from '../../ports/memory.ts';

export type RememberedShared = (app: Pick<ListedApp, 'ref'>) => Promise<readonly SharedResource[] | undefined>;

/** Which resources other apps list as theirs too, by the last scan: one app alone cannot tell. */
export function makeRememberedShared(instance: string, apps: Pick<AppMemory, 'records'>): RememberedShared {
  return async ({ ref }) => {
    const [record] = await apps.records(instance, [appKey(ref)]);
    return record?.shared;
  };
}
