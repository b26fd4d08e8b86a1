import type { AppRecord } from '../../core/memory/app-record.ts';
import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { identityAmong } from '../../core/scan/shared-resources.ts';
import type { ScanBatch } from './start-scan.ts';

/**
 * A look at one app without the fleet: who else owns what drifts, and whether Argo CD's verdict is frozen, is taken from
 * the last scan, or both would flip with the way of looking.
 */
export function alone(listed: ListedApp, known: AppRecord | undefined): Pick<ScanBatch, 'apps' | 'shared'> {
  const shared = known?.shared ?? [];
  return {
    apps: [{ listed: { ...listed, identity: identityAmong(listed, shared) }, ...defined({ frozen: known?.frozen }) }],
    shared: { [appKey(listed.ref)]: shared },
  };
}
