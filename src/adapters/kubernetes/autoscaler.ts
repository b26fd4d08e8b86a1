import { type Manifest, stringAt } from '../../core/model/json.ts';
import type { Autoscaler } from '../../core/model/observation.ts';
import type { Kind } from './discovery.ts';

interface AutoscalerKind extends Kind {
  /** Where it names what it scales, and the kind it means when it names none. */
  readonly target: string;
  readonly implied: string;
}

export const AUTOSCALER_KINDS: readonly AutoscalerKind[] = [
  {
    group: 'autoscaling',
    version: 'v2',
    kind: 'HorizontalPodAutoscaler',
    target: 'scaleTargetRef',
    implied: '',
  },
  { group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject', target: 'scaleTargetRef', implied: 'Deployment' },
  { group: 'autoscaling.k8s.io', version: 'v1', kind: 'VerticalPodAutoscaler', target: 'targetRef', implied: '' },
];

export function autoscalerOf(kind: AutoscalerKind, manifest: Manifest): Autoscaler {
  return {
    kind: kind.kind,
    name: stringAt(manifest, 'metadata', 'name') ?? '',
    target: {
      kind: stringAt(manifest, 'spec', kind.target, 'kind') ?? kind.implied,
      name: stringAt(manifest, 'spec', kind.target, 'name') ?? '',
    },
  };
}
