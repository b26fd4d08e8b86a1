import type { FixKind } from '../../model/fix.ts';
import type { EventFact } from '../../model/observation.ts';
import type { Ailing, HealthCause } from './health-cause.ts';

/** The API refuses another class on a claim that exists, so the commit alone would only make the next sync fail. */
/** The scheduler's words for a pod whose claim has no volume yet: no node is too small. */
export const UNBOUND_CLAIM = /unbound immediate PersistentVolumeClaims/i;
export const BIND_THE_CLAIM =
  'its PersistentVolumeClaim is not bound, which more capacity does not change: the claim’s own events say why (StorageClass, provisioner, no matching volume)';

export const NAME_A_CLASS =
  'in Git, name a StorageClass that the cluster has; delete the claim while it is still Pending, then sync: the class of an existing claim cannot be changed';

const EVENT_REMEDIES: readonly {
  readonly when: RegExp;
  readonly owner: string;
  readonly fix: FixKind;
  readonly step: string;
}[] = [
  {
    when: /exceeded quota/i,
    owner: 'ResourceQuota',
    fix: 'inspect-logs',
    step: 'raise the quota of the namespace or lower the requests in Git',
  },
  {
    when: UNBOUND_CLAIM,
    owner: 'volume binder',
    fix: 'inspect-logs',
    step: BIND_THE_CLAIM,
  },
  {
    when: /Insufficient (cpu|memory)|nodes are available|FailedScheduling/i,
    owner: 'scheduler',
    fix: 'inspect-logs',
    step: 'add capacity, or lower requests, affinity or tolerations in Git',
  },
  {
    when: /storageclass.*not found|ProvisioningFailed/i,
    owner: 'storage provisioner',
    fix: 'fix-manifest',
    step: NAME_A_CLASS,
  },
  {
    when: /no persistent volumes available|WaitForFirstConsumer|waiting for first consumer|FailedBinding/i,
    owner: 'volume binder',
    fix: 'inspect-logs',
    step: 'the claim is not bound: check its StorageClass and who uses it',
  },
  {
    when: /manifest unknown|not found.*image|image.*not found|Failed to pull image.*not found/i,
    owner: 'image registry',
    fix: 'fix-manifest',
    step: 'the tag does not exist: write one that does into Git',
  },
  {
    when: /pull image|ErrImagePull|ImagePullBackOff|unauthorized/i,
    owner: 'image registry',
    fix: 'inspect-logs',
    step: 'the image cannot be pulled: check the tag, the pull secret and the registry',
  },
  {
    when: /probe failed|Unhealthy/i,
    owner: 'probe',
    fix: 'inspect-logs',
    step: 'the probe fails: check its path and port in Git, and the container’s log',
  },
  {
    when: /(configmap|secret) .*not found|FailedMount|couldn't find key/i,
    owner: 'missing reference',
    fix: 'inspect-logs',
    step: 'bring the ConfigMap, Secret or key back, or correct its name in Git',
  },
  {
    when: /load ?balancer/i,
    owner: 'cloud load balancer',
    fix: 'inspect-logs',
    step: 'no load balancer is assigned: check the provider and its quota',
  },
];

/** As long as Kubernetes lets a message be: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
const LONGEST_MESSAGE = 1024;

function textOf({ reason, message }: EventFact): string {
  return `${reason.slice(0, LONGEST_MESSAGE)} ${message.slice(0, LONGEST_MESSAGE)}`;
}

/** The event names a cause that will not pass by itself. */
export function isTelling(event: EventFact | undefined): boolean {
  return event !== undefined && EVENT_REMEDIES.some(({ when }) => when.test(textOf(event)));
}

export function tellingEvent(events: readonly EventFact[] | undefined): EventFact | undefined {
  const all = (events ?? []).filter(({ type }) => type !== 'Normal');
  return all.find(isTelling) ?? all[0];
}

export function eventCause({ runtime }: Ailing): HealthCause | undefined {
  const event = tellingEvent(runtime.events);
  if (!event || /^(ResourceUpdated|OperationCompleted|OperationStarted)$/.test(event.reason)) return undefined;
  const text = textOf(event);
  const remedy = EVENT_REMEDIES.find(({ when }) => when.test(text));
  const quota = runtime.quota;
  return {
    reason: event.reason,
    owner:
      remedy?.owner === 'ResourceQuota' && quota !== undefined
        ? `ResourceQuota ${quota}`
        : (remedy?.owner ?? event.object ?? ''),
    evidence: [
      {
        source: 'events',
        says: `${event.reason}${event.object === undefined ? '' : ` on ${event.object}`}: ${event.message}`,
      },
    ],
    isTrouble: true,
    fix: remedy?.fix ?? 'inspect-logs',
    step: remedy?.step ?? 'read the event and the log of the object it names',
  };
}
