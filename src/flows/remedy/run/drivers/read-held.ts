import { type Manifest, stringAt } from '../../../../core/model/json.ts';
import type { Guard } from '../../../../ports/cluster.ts';
import { clusterOf, type Site } from '../site.ts';
import type { StepAt } from './driver.ts';

/** The step's object as it is now; undefined: it does not exist. Unmasked. */
export function readTarget(site: Site, { plan, step, signal }: StepAt): Promise<Manifest | undefined> {
  return clusterOf(site, plan, step).reader.read(step.target, step.version, { signal });
}

export function heldOf(live: Manifest | undefined): { readonly held?: Guard } {
  const uid = stringAt(live, 'metadata', 'uid');
  const resourceVersion = stringAt(live, 'metadata', 'resourceVersion');
  return uid === undefined || resourceVersion === undefined ? {} : { held: { uid, resourceVersion } };
}
