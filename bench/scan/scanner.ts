import { makeArgoCd } from '../../src/adapters/argocd/client.ts';
import { makeJq } from '../../src/adapters/jq/client.ts';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeListFleet } from '../../src/flows/scan/list-fleet.ts';
import { makeLookAtApps } from '../../src/flows/scan/look-at-apps.ts';
import { makeScanFleet } from '../../src/flows/scan/scan-fleet.ts';
import { measure, type ScanMeasured } from './protocol.ts';

/* One scanner as the command line makes it, without limits: the simulator packs a large list for long. A message asks for a scan. */

const [url = '', token = ''] = process.argv.slice(2);
const clock = { now: () => new Date() };
const { reader: argocd } = makeArgoCd({
  name: 'bench',
  server: url,
  token,
  requestsPerSecond: 1_000_000,
  timeoutMs: 600_000,
});
const observeApp = makeObserveApp({ argocd, clusterFor: () => undefined, clock, notHealthyAfterMs: 3_600_000 });
const lookAtApps = makeLookAtApps({ argocd, observeApp, explainApp: makeExplainApp({ jq: makeJq() }), clock });
const scanFleet = makeScanFleet({ listFleet: makeListFleet({ argocd }), lookAtApps, clock });

let first: ScanResult | undefined;

async function scan(): Promise<void> {
  const { value, cost } = await measure(() => scanFleet(first ? { previous: first.records } : {}));
  first ??= value;
  const { apps, outOfSync, findings } = value;
  const measured: ScanMeasured = { ...cost, apps, outOfSync, findings: findings.length };
  process.send?.(measured);
}

process.on('message', () => void scan());
process.on('disconnect', () => process.exit());
