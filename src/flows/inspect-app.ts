import type { Observation } from '../core/facts/observation.ts';
import type { Finding } from '../core/model/finding.ts';
import { isSame } from '../core/model/resource-ref.ts';
import { isWorthALook, type ListedApp } from '../core/scan/listed-app.ts';
import type { SharedResource } from '../core/scan/shared-resources.ts';
import type { ArgoCdReader, CallOptions } from '../ports/argocd.ts';
import type { ExplainApp } from './explain-app.ts';
import { readInstance } from './observe/read-instance.ts';
import { makeSharedFacts } from './observe/shared-facts.ts';
import type { ObserveApp } from './observe-app.ts';

export interface InspectDeps {
  readonly argocd: ArgoCdReader;
  readonly observeApp: ObserveApp;
  readonly explainApp: ExplainApp;
  /** Who else owns what drifts, from a list of the fleet or from memory. Left out or undefined: not known, and said so. */
  readonly sharedBy?: (app: ListedApp, options: CallOptions) => Promise<readonly SharedResource[] | undefined>;
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

const NOT_ASKED = 'whether other applications own the same resources was not looked at';

export function makeInspectApp({ argocd, observeApp, explainApp, sharedBy }: InspectDeps): InspectApp {
  return async (name, signal) => {
    const listed = await findListed(name, signal);
    if (!listed) return { names: await allNames(signal) };
    const isDrifting = isWorthALook(listed) && listed.drifting.length > 0;
    const [instance, shared] = await Promise.all([
      readInstance(argocd, { signal }),
      isDrifting ? sharedBy?.(listed, { signal }) : [],
    ]);
    const fleet = {
      instance,
      shared: makeSharedFacts(),
      otherAppsOf: (_: unknown, ref: SharedResource['resource']) =>
        shared && (shared.find(({ resource }) => isSame(resource, ref))?.others ?? []),
      // for one app the sweep is cheap, whatever is configured for scans
      ghostSweep: true,
    };
    const seen = await observeApp(listed, fleet, { signal });
    const observation = shared ? seen : { ...seen, notObserved: [...seen.notObserved, NOT_ASKED] };
    return { observation, findings: await explainApp(observation) };
  };

  /** By its name, or by `namespace/name`; Argo CD is asked for that one app. */
  async function findListed(name: string, signal: AbortSignal): Promise<ListedApp | undefined> {
    const [namespace, bare = ''] = name.includes('/') ? name.split('/', 2) : [undefined, name];
    for await (const { resources: _, ...listed } of argocd.listApps({ name: bare }, { signal }))
      if (namespace === undefined || listed.ref.namespace === namespace) return listed;
    return undefined;
  }

  async function allNames(signal: AbortSignal): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { ref } of argocd.listApps({}, { signal })) names.push(ref.name);
    return names;
  }
}
