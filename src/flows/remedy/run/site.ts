import { NotAllowedError } from '../../../core/model/errors.ts';
import type { AppRef } from '../../../core/model/observation.ts';
import { isOnTheApplication, type Plan, type Step } from '../../../core/remedy/plan/plan.ts';
import type { AppHandle } from '../../../ports/argocd.ts';
import type { Bundles } from '../../../ports/bundles.ts';
import type { Pace } from '../../../ports/pace.ts';
import type { ConnectedInstance, WritableCluster, WritingInstance } from '../../connected-instance.ts';

/** Where a run works. */
export interface Site {
  readonly instance: Pick<ConnectedInstance, 'name' | 'argocd' | 'clusterFor' | 'ownCluster' | 'writing'>;
  readonly pace: Pace;
  /** What digests of Secrets are keyed with; absent: they are not. */
  readonly digestKey?: string;
}

/** All that is asked where something is changed. */
export interface Changed {
  readonly instance: Pick<ConnectedInstance, 'name' | 'writing'>;
}

export function appOf({ app, project }: Pick<Plan, 'app' | 'project'>): AppHandle {
  return { ref: app, project };
}

export function handleOf(ref: AppRef): AppHandle {
  return { ref };
}

/** @throws NotAllowedError */
export function writingOf({ instance }: Changed): WritingInstance {
  if (instance.writing !== undefined) return instance.writing;
  throw new NotAllowedError(
    'remedy.not-enabled',
    `Nothing may be changed on ${instance.name}.`,
    'Set remediation.enabled for the instance, with a credential that may write.',
  );
}

/** @throws NotAllowedError */
export function bundlesOf(site: Changed): Bundles {
  const { bundles } = writingOf(site);
  if (bundles !== undefined) return bundles;
  throw new NotAllowedError(
    'remedy.no-bundles',
    `There is no access to the cluster that Argo CD ${site.instance.name} runs in, so no rollback bundle can be kept.`,
    'Configure kubernetes for the instance.',
  );
}

/** The Application itself lives where Argo CD does, everything else where the app is deployed to. @throws NotAllowedError */
export function clusterOf(site: Changed, plan: Pick<Plan, 'app' | 'destination'>, step: Step): WritableCluster {
  const writing = writingOf(site);
  const { destination } = plan;
  const cluster = isOnTheApplication(plan, step) ? writing.ownCluster : writing.clusterFor(destination);
  if (cluster !== undefined) return cluster;
  throw new NotAllowedError(
    'remedy.no-cluster',
    `There is no access to the cluster ${destination.name ?? destination.server ?? 'in-cluster'}.`,
    'Configure it under kubernetes.destinations of the instance.',
  );
}
