import type { AppRecord } from '../../core/memory/app-record.ts';
import { appKey } from '../../core/model/app-key.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { identityAmong } from '../../core/scan/shared-resources.ts';
import type { ScanBatch } from './start-scan.ts';

/**
 * A look at one app without the fleet: who else owns what drifts is taken from the last scan, or the verdict would flip
 * between "two owners" and "not ours" with the way of looking.
 */
export function alone(listed: ListedApp, known: AppRecord | undefined): Pick<ScanBatch, 'apps' | 'shared'> {
  const shared = known?.shared ?? [];
  return {
    apps: [{ listed: { ...listed, identity: identityAmong(listed, shared) } }],
    shared: { [appKey(listed.ref)]: shared },
  };
}
