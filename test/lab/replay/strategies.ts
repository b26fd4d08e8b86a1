import type { JsonObject } from '../kubernetes/kube-client.ts';
import type { RunningLab } from '../running-lab.ts';
import { waitUntil } from '../wait-until.ts';
import { listAt, textAt } from './application.ts';
import { type ApplicationOptions, type Bench, makeBench } from './bench.ts';
import { leafDifferences } from './leaf-differences.ts';
import { asYaml } from './manifests.ts';
import { strategyCrd, strategyManifests } from './strategy-manifests.ts';

/** How Argo CD compares, by what makes it choose so. */
const STRATEGIES: Readonly<Record<string, ApplicationOptions>> = {
  'three-way': {},
  'structured-merge': { syncOptions: ['ServerSideApply=true'] },
  'server-side': {
    syncOptions: ['ServerSideApply=true'],
    annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' },
  },
};
const SETTLE_MS = 4000;
/** The range the lab's API server gives addresses from; another one at every run. */
const SERVICE_ADDRESS = /10\.96\.\d+\.\d+/g;
export type Strategy = string;
export const STRATEGY_NAMES: readonly Strategy[] = Object.keys(STRATEGIES);

/** One field of one kind that drifts right after a successful sync, under at least one strategy. */
export interface StrategyRow {
  readonly field: string;
  /** What Argo CD says, by strategy; a strategy that is not there sees no drift. */
  readonly drift: ReadonlyMap<Strategy, string>;
}

/** Syncs the same manifests under every strategy and reads which fields Argo CD calls different. */
export async function measureStrategies(lab: RunningLab): Promise<readonly StrategyRow[]> {
  const rows = new Map<string, Map<Strategy, string>>();
  for (const [strategy, options] of Object.entries(STRATEGIES)) {
    const bench = await makeBench(lab, `strategy-${strategy}`);
    await bench.apply(strategyCrd);
    await bench.commit({ 'all.yaml': asYaml(...strategyManifests(bench.name)) });
    await bench.createApp(options);
    const { operation } = await bench.sync();
    if (operation.phase !== 'Succeeded') throw new Error(`${strategy}: ${operation.messages.join('; ')}`);
    for (const [field, says] of await settledDriftOf(bench)) {
      const row = rows.get(field) ?? new Map<Strategy, string>();
      rows.set(field, row.set(strategy, says));
    }
  }
  return [...rows].map(([field, drift]) => ({ field, drift })).toSorted((a, b) => a.field.localeCompare(b.field));
}

/** After a CRD came or went, Argo CD compares with an incomplete view of the cluster for a while. */
function settledDriftOf(bench: Bench): Promise<ReadonlyMap<string, string>> {
  let previous: string | undefined;
  return waitUntil(`${bench.name} to be compared twice with the same outcome`, async () => {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await bench.look('normal');
    const drift = await driftOf(bench);
    const now = JSON.stringify([...(drift ?? [])]);
    const isSettled = drift !== undefined && now === previous;
    previous = now;
    return isSettled ? drift : undefined;
  });
}

/** undefined: an object that was synced is not seen yet. */
async function driftOf(bench: Bench): Promise<ReadonlyMap<string, string> | undefined> {
  const reader = bench.lab.argocdAs('plumbline-read');
  const items = listAt(await reader.get(`/api/v1/applications/${bench.name}/managed-resources`), 'items');
  if (items.length === 0 || items.some((item) => ['', 'null'].includes(textAt(item, 'liveState')))) return undefined;
  return new Map(
    items.flatMap((item) =>
      leafDifferences(stateAt(item, 'normalizedLiveState'), stateAt(item, 'predictedLiveState')).map(
        ({ path, before, after }) => [`${textAt(item, 'kind')} ${path}`, `${show(before)} → ${show(after)}`] as const,
      ),
    ),
  );
}

function stateAt(item: JsonObject, key: string): JsonObject {
  return JSON.parse(textAt(item, key) || '{}') as JsonObject;
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).replaceAll(SERVICE_ADDRESS, '10.96.x.x');
}
