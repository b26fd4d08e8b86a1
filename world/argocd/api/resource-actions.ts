import { type Json, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { keyOfManifest } from '../object-key.ts';
import { secondsOf } from '../time.ts';

/** Actions that Argo CD ships for a kind, those that the product offers. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': ['pause', 'restart', 'resume', 'scale'],
  'apps/StatefulSet': ['restart', 'scale'],
  'apps/DaemonSet': ['restart'],
  'external-secrets.io/ExternalSecret': ['refresh'],
};

export function actionsFor({ group, kind }: ObjectKey): readonly string[] {
  return ACTIONS[`${group}/${kind}`] ?? [];
}

/** The merge patch of an action; undefined = there is no such action for the kind. */
export function patchFor(action: string, live: Manifest, parameters: readonly Json[], now: Date): Json | undefined {
  if (!actionsFor(keyOfManifest(live)).includes(action)) return undefined;
  switch (action) {
    case 'restart':
      return {
        spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': secondsOf(now) } } } },
      };
    case 'pause':
      return { spec: { paused: true } };
    case 'resume':
      return { spec: { paused: null } };
    case 'refresh':
      return { metadata: { annotations: { 'force-sync': secondsOf(now) } } };
    case 'scale': {
      const replicas = parameters.find((entry) => stringAt(entry, 'name') === 'replicas');
      return { spec: { replicas: Number(stringAt(replicas, 'value') ?? Number.NaN) || 0 } };
    }
    default:
      return undefined;
  }
}
