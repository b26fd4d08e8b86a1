import type { Finding } from '../core/model/finding.ts';
import type { Observation } from '../core/model/observation.ts';
import type { ArgoCdReader } from '../ports/argocd.ts';
import type { ExplainApp } from './explain-app.ts';
import { makeSharedFacts } from './observe/shared-facts.ts';
import type { ObserveApp } from './observe-app.ts';
import { otherAppsIn } from './scan-fleet.ts';

export interface InspectDeps {
  readonly argocd: ArgoCdReader;
  readonly observeApp: ObserveApp;
  readonly explainApp: ExplainApp;
}

export interface Inspected {
  readonly observation: Observation;
  readonly findings: readonly Finding[];
}

/** All names the token may see come with "no such app", so that the nearest can be offered. */
export type InspectApp = (
  name: string,
  signal: AbortSignal,
) => Promise<Inspected | { readonly names: readonly string[] }>;

export function makeInspectApp({ argocd, observeApp, explainApp }: InspectDeps): InspectApp {
  return async (name, signal) => {
    const [instance, listings] = await Promise.all([argocd.settings({ signal }), argocd.listApps({}, { signal })]);
    const [namespace, bare] = name.includes('/') ? name.split('/', 2) : [undefined, name];
    const listing = listings.find(
      ({ ref }) => ref.name === bare && (namespace === undefined || ref.namespace === namespace),
    );
    if (!listing) return { names: listings.map(({ ref }) => ref.name) };
    // for one app the sweep is cheap, whatever is configured for scans
    const fleet = { instance, shared: makeSharedFacts(), otherAppsOf: otherAppsIn(listings), ghostSweep: true };
    const observation = await observeApp(listing, fleet, { signal });
    return { observation, findings: await explainApp(observation) };
  };
}
