import { selects } from '../../../core/kubernetes/label-selector.ts';
import { at, type JsonObject, objectAt, stringAt } from '../../../core/model/json.ts';
import { AUTOSCALER_KINDS, autoscalerOf } from '../autoscaler.ts';
import { selectsByMap } from '../label-selector.ts';
import type { Edge, Target } from './edge.ts';
import { podTemplateOf } from './workloads.ts';

/** What scales a workload, protects its pods or sends them traffic. */
export const steersWorkload: readonly Edge[] = [
  ...AUTOSCALER_KINDS.map(
    (kind): Edge => ({
      from: kind,
      within: 'namespace',
      how: 'scales it',
      refers: (scaler, { ref }) => {
        const { target } = autoscalerOf(kind, scaler);
        return target.kind === ref.kind && target.name === ref.name;
      },
    }),
  ),
  {
    from: { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' },
    within: 'namespace',
    how: 'protects its pods',
    refers: (budget, target) =>
      target.object !== undefined && selects(at(budget, 'spec', 'selector'), labelsOf(target)),
  },
  {
    from: { group: '', version: 'v1', kind: 'Service' },
    within: 'namespace',
    how: 'sends traffic to its pods',
    // a StatefulSet names its Service in turn, and goes before it
    isLoose: true,
    refers: (service, target) => selectsByMap(at(service, 'spec', 'selector'), labelsOf(target)),
  },
];

/** Labels of the pods that the workload makes. */
function labelsOf({ object }: Target): JsonObject {
  return object === undefined ? {} : objectAt(podTemplateOf(object), 'metadata', 'labels');
}

export const serviceAccountsWithSecret: readonly Edge[] = [
  {
    from: { group: '', version: 'v1', kind: 'ServiceAccount' },
    within: 'namespace',
    how: 'hands it to its pods',
    refers: (account, { ref }) =>
      [account.imagePullSecrets, account.secrets].some(
        (secrets) => Array.isArray(secrets) && secrets.some((secret) => stringAt(secret, 'name') === ref.name),
      ),
  },
];
