import type { AppRef, AppState } from '../../../core/model/observation.ts';
import type { ResourceRef } from '../../../core/model/resource-ref.ts';
import { makeAffected } from '../../../core/remedy/plan/affected-apps.ts';
import type { ConnectedInstance } from '../../connected-instance.ts';

export interface Surroundings {
  /** The app's own; '' = it has none. */
  readonly environment: string;
  /** Whose health is watched for the targets of that index. */
  readonly affectedOf: (index: number) => readonly AppRef[];
}

/** One pass over the fleet for all plans. */
export async function readSurroundings(
  { name, argocd }: Pick<ConnectedInstance, 'name' | 'argocd'>,
  app: AppState,
  targets: readonly (readonly ResourceRef[])[],
  environmentLabel: string,
  signal: AbortSignal,
): Promise<Surroundings> {
  const own = { ...app.ref, server: name };
  const collected = targets.map((some) => makeAffected(own, some));
  let environment = '';
  for await (const listing of argocd.listApps({}, { signal })) {
    const { ref, labels } = listing;
    if (ref.namespace === own.namespace && ref.name === own.name) environment = labels[environmentLabel] ?? '';
    for (const { consider } of collected) consider(listing);
  }
  return { environment, affectedOf: (index) => collected[index]?.affected() ?? [own] };
}
