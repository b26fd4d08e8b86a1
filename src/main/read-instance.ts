import type { ReadInstance } from '../cli/connect.ts';
import type { Config } from '../config/schema.ts';
import { appKey } from '../core/model/app-key.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import type { ExplainApp } from '../flows/explain-app.ts';
import { makeInspectApp } from '../flows/inspect-app.ts';
import { sharedIn } from '../flows/scan/list-fleet.ts';
import { makeScanFleet } from '../flows/scan/scan-fleet.ts';
import type { Clock } from '../ports/clock.ts';
import { scanPartsOf } from './scan-parts.ts';

/** What the command line does with an instance. */
export function readInstanceOf(
  instance: ConnectedInstance,
  parts: { readonly explainApp: ExplainApp; readonly clock: Clock; readonly scan: Config['scan'] },
): ReadInstance {
  const { name, argocd, close } = instance;
  const { explainApp, clock, scan } = parts;
  const scanParts = scanPartsOf(instance, parts);
  const { observeApp, listFleet } = scanParts;
  return {
    name,
    scanFleet: makeScanFleet({ ...scanParts, clock, ghostSweep: scan.ghostSweep }),
    inspectApp: makeInspectApp({
      argocd,
      observeApp,
      explainApp,
      sharedBy: async ({ ref }, options) => sharedIn(await listFleet({}, options), appKey(ref)),
    }),
    async listApps(signal) {
      const apps: { name: string; project: string }[] = [];
      for await (const { ref, project } of argocd.listApps({}, { signal })) apps.push({ name: ref.name, project });
      return apps;
    },
    close,
  };
}
